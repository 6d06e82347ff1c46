// Two runs side by side, and the same task for two teams or two versions of one.
import { useEffect, useMemo, useState } from "react";
import { CircleStop, CornerDownLeft, X } from "lucide-react";
import { getJson } from "../../../feed/component/api.js";
import { Feed } from "../../../feed/component/feed.jsx";
import { useLog } from "../../../feed/component/log.js";
import { QuestionForm, openQuestionOf } from "../../../feed/component/question.jsx";
import { command, compare, openRun, send, useStore } from "../../../feed/component/store.js";
import { STATES } from "../../../feed/component/words.js";
import { RunState } from "./run_state.jsx";
import { actionsOf } from "./talk.jsx";
import { Verdict } from "./verdict.jsx";

const PLAIN = { query: "", speaker: null, edge: null };
const AS_RUN = "run";

/** Saved versions of a team, the newest first. */
function useVersions(teamId) {
  const [versions, setVersions] = useState([]);
  useEffect(() => {
    setVersions([]);
    if (!teamId) return undefined;
    const stop = new AbortController();
    getJson(`/api/teams/${encodeURIComponent(teamId)}/versions?limit=100`, stop.signal).then((page) => setVersions(page.items), () => {});
    return () => stop.abort();
  }, [teamId]);
  return versions;
}

/** What a run ran, in words. */
function teamOf(run, teams) {
  const name = teams.find((team) => team.id === run?.team_id)?.name ?? "";
  return [name, run?.team_version ? "version " + run.team_version : ""].filter(Boolean).join(", ");
}

function Side({ runId, runs, teams, name, plan, versions, session, onPick, onPlan }) {
  const log = useLog(runId);
  const level = useStore((s) => s.level);
  const outbox = useStore((s) => s.outbox);
  const view = useMemo(() => ({ filter: PLAIN, level, cursor: null }), [level]);
  const actions = useMemo(() => ({ ...actionsOf(log, { readOnly: true }), inspect: () => {} }), [log, log.status]);
  const [picked, setPicked] = useState(null);
  const question = openQuestionOf(log);
  const active = log.status && !log.ended;
  return (
    <div className="sq-side" role="group" aria-label={name}>
      <div className="sq-picks">
        <select className="st-select" aria-label={`Run on the ${name}`} value={runId} onChange={(e) => onPick(e.target.value)}>
          {!runId ? <option value="">No run yet</option> : null}
          {runs.map((run, i) => <option key={run.run_id} value={run.run_id}>{runs.length - i}. {run.name || "Run"} · {run.team_version ? `version ${run.team_version} · ` : ""}{STATES[run.status]}</option>)}
        </select>
        <RunState log={log} />
        {active ? <button type="button" className="st-btn st-btn-s st-btn-danger" aria-label={`Stop the run on the ${name}`} title="Stop after this turn" disabled={log.code === "stopping"} onClick={() => command("stop", { run_id: runId })}><CircleStop aria-hidden="true" /></button> : null}
      </div>
      <Feed log={log.shown} view={view} actions={actions} selected={picked} onSelect={setPicked} empty={<div className="st-empty st-small">{runId ? "Nothing was said yet." : "Give both a task: what they say is shown here."}</div>} />
      {question ? <QuestionForm key={question.body.request_id} question={question.body} busy={outbox !== null} onAnswer={(value, attachments) => send("answer", { run_id: runId, request_id: question.body.request_id, value, attachments })} /> : null}
      <label className="sq-plan"><span>Next task for</span>
        <select className="st-select" aria-label={`Next task on the ${name}`} value={plan} onChange={(e) => onPlan(e.target.value)}>
          {runId ? <option value={AS_RUN}>the team of this run</option> : null}
          {versions.length ? <optgroup label={session.team}>{versions.map((one) => <option key={one.version} value={`${session.team_id}:${one.version}`}>{session.team}, version {one.version}{one.name ? ` “${one.name}”` : ""}</option>)}</optgroup> : null}
          <optgroup label="Other teams">{teams.filter((team) => team.id !== session.team_id).map((team) => <option key={team.id} value={team.id + ":"}>{team.name}</option>)}</optgroup>
        </select>
      </label>
    </div>
  );
}

export function Compare({ session, teams }) {
  const { runId, otherId, runs, outbox } = useStore((s) => ({ runId: s.runId, otherId: s.otherId, runs: s.runs, outbox: s.outbox }));
  const logs = [useLog(otherId), useLog(runId)];
  const versions = useVersions(session.team_id);
  const [task, setTask] = useState("");
  const [chosen, setChosen] = useState([null, null]);
  const ids = [otherId, runId];
  const first = (i) => (i === 0 ? versions[1] ?? versions[0] : versions[0]);
  const plans = chosen.map((one, i) => one ?? (otherId && ids[i] ? AS_RUN : first(i) ? `${session.team_id}:${first(i).version}` : teams[0] ? teams[0].id + ":" : ""));
  const sides = plans.map((plan, i) => {
    if (plan === AS_RUN) return { session_id: session.id, run_id: ids[i] };
    const [team, version] = plan.split(":");
    return { session_id: session.id, team_id: team, version: version ? Number(version) : null };
  });
  const names = ids.map((id, i) => teamOf(runs.find((run) => run.run_id === id), teams) || (i ? "Right" : "Left"));
  const submit = (e) => {
    e.preventDefault();
    if (!task.trim() || outbox !== null) return;
    send("both", { task, sides });
    setChosen(plans);
    setTask("");
  };
  const props = { runs, teams, versions, session };
  return (
    <section className="sq" aria-label="Comparison of two runs">
      <div className="sq-head"><h2>Side by side</h2><span className="st-grow" /><button type="button" className="st-btn st-btn-s" onClick={() => compare(null)}><X aria-hidden="true" />End the comparison</button></div>
      {otherId && runId ? <Verdict logs={logs} names={names} /> : null}
      <div className="sq-sides">
        <Side {...props} name="left" runId={otherId} plan={plans[0]} onPick={compare} onPlan={(plan) => setChosen([plan, chosen[1]])} />
        <Side {...props} name="right" runId={otherId ? runId : ""} plan={plans[1]} onPick={openRun} onPlan={(plan) => setChosen([chosen[0], plan])} />
      </div>
      <form className="sc" onSubmit={submit}><div className="sf-answer-box"><input className="st-input" value={task} placeholder="Send the same task to both" aria-label="Send the same task to both" onChange={(e) => setTask(e.target.value)} /><button type="submit" className="st-btn st-btn-primary" disabled={!task.trim() || outbox !== null}><CornerDownLeft aria-hidden="true" />Run both</button></div></form>
    </section>
  );
}
