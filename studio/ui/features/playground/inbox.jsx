// Questions of all runs, wherever one is: a button that counts them, and the way to each.
import { useState } from "react";
import { Link } from "react-router";
import { Bell, BellRing, Inbox as InboxIcon, MessageCircleQuestion } from "lucide-react";
import { useStore } from "../../../feed/component/store.js";
import { ago } from "../../../feed/component/words.js";
import { Menu } from "./menu.jsx";

const canTell = () => typeof Notification !== "undefined" && window.isSecureContext;

/** Where a question is answered. */
const placeOf = (question, runs) => {
  const run = runs.find((one) => one.run_id === question.run_id);
  return run?.session_id ? `/playground/${run.session_id}/?run=${question.run_id}` : null;
};

export function Asked({ question, run, onGo }) {
  const to = placeOf(question, run ? [run] : []);
  const inside = (
    <>
      <MessageCircleQuestion aria-hidden="true" />
      <span className="sx-asked"><span className="st-clamp-2"><b>{question.source === "studio" ? "Studio" : question.source}</b> {question.prompt}</span><small className="st-truncate">{run?.name || "A run without a session"}{question.asked_at ? ` · ${ago(question.asked_at)}` : ""}</small></span>
    </>
  );
  return to ? <Link to={to} onClick={onGo}>{inside}</Link> : <span className="sx-homeless">{inside}</span>;
}

function Tell() {
  const [state, setState] = useState(canTell() ? Notification.permission : "denied");
  if (!canTell()) return null;
  if (state === "granted") return <p className="st-help"><BellRing aria-hidden="true" />Your browser tells you of a new question while you are elsewhere.</p>;
  if (state === "denied") return <p className="st-help">Your browser does not let this page tell you of new questions.</p>;
  return <button type="button" className="st-btn st-btn-s" onClick={async () => setState(await Notification.requestPermission())}><Bell aria-hidden="true" />Tell me when somebody asks</button>;
}

export function Inbox() {
  const { questions, active } = useStore((s) => ({ questions: s.questions, active: s.active }));
  const count = questions.length;
  return (
    <Menu label={count ? `Questions: ${count}` : "Questions"} className="st-btn st-btn-ghost st-btn-icon sa-inbox" align="end" icon={<span className="st-waiting" data-count={count || undefined}><InboxIcon aria-hidden="true" /></span>}>
      {(close) => (
        <div className="sx-inbox">
          <h3>{count ? "They wait for you" : "Nobody waits for you"}</h3>
          {questions.map((one) => <Asked key={one.request_id} question={one} run={active.find((run) => run.run_id === one.run_id)} onGo={() => close(false)} />)}
          <Tell />
        </div>
      )}
    </Menu>
  );
}
