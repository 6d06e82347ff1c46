// The list of sessions: search, rename, pin, delete, and a new one with any team.
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { Link2, MessageCircleQuestion, MoreHorizontal, PanelLeftClose, Pin, Plus, Search } from "lucide-react";
import { command, patch, useStore } from "../../../feed/component/store.js";
import { ago, STATES } from "../../../feed/component/words.js";
import { Dialog } from "./dialog.jsx";
import { Asked } from "./inbox.jsx";
import { Menu } from "./menu.jsx";

function TeamMenu({ teams }) {
  return (
    <Menu label="New session" className="st-btn st-btn-s st-btn-icon" icon={<Plus aria-hidden="true" />} align="end" searchable={teams.length > 6}
      items={teams.length ? teams.map((team) => ({ id: team.id, title: team.name, detail: team.detail, run: () => command("create", { team_id: team.id }) })) : [{ id: "none", title: "No team yet: choose a template", run: () => { location.href = "/gallery"; } }]} />
  );
}

function Name({ session, onDone }) {
  const [name, setName] = useState(session.name);
  const box = useRef(null);
  useEffect(() => box.current.select(), []);
  const done = (keep) => {
    if (keep && name.trim() && name !== session.name) command("rename", { session_id: session.id, name });
    onDone();
  };
  return <input ref={box} autoFocus className="st-input ss-name" value={name} aria-label="Name of the session" maxLength={100} onChange={(e) => setName(e.target.value)} onBlur={() => done(true)}
    onKeyDown={(e) => { if (e.key === "Enter") done(true); if (e.key === "Escape") { e.stopPropagation(); done(false); } }} />;
}

function Delete({ session, run, onClose }) {
  return (
    <Dialog title={`Delete “${session.name}”?`} onClose={onClose}>
      <p>Its runs go with it, and links to it open nothing any more.{run ? " A run of it still goes on; it is not stopped by this." : ""} You can take it back for a while.</p>
      <div className="st-row sx-end"><button type="button" className="st-btn" onClick={onClose}>Keep it</button><button type="button" className="st-btn st-btn-danger" autoFocus onClick={() => { command("delete", { session_id: session.id }); onClose(); }}>Delete</button></div>
    </Dialog>
  );
}

function Entry({ session, shared, current, run, asks, onChoose }) {
  const [naming, setNaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const items = [
    { id: "rename", title: "Rename", run: () => setNaming(true) },
    { id: "pin", title: session.pinned ? "Unpin" : "Pin to the top", run: () => command("pin", { session_id: session.id, pinned: !session.pinned }) },
    { id: "share", title: "Share to read", run: () => patch({ sharing: { session_id: session.id, run_id: "" } }) },
    { id: "export-md", title: "Export as Markdown", run: () => exportAs(session, "md") },
    { id: "export-html", title: "Export as a web page", run: () => exportAs(session, "html") },
    { id: "export-json", title: "Export as JSON", run: () => exportAs(session, "json") },
    { id: "delete", title: "Delete", danger: true, run: () => setDeleting(true) },
  ];
  return (
    <li className="ss-entry" data-current={current || undefined}>
      {naming ? <Name session={session} onDone={() => setNaming(false)} /> : (
        <Link to={"/playground/" + session.id + "/"} aria-current={current ? "page" : undefined} onDoubleClick={(e) => { e.preventDefault(); setNaming(true); }} onClick={() => { if (window.innerWidth < 1200) onChoose(); }}>
          <span className="ss-title st-truncate">{session.pinned ? <Pin aria-label="Pinned" /> : null}{shared ? <Link2 aria-label="Shared to read" /> : null}{session.name}</span>
          <span className="ss-detail">{asks ? <b className="ss-asks"><MessageCircleQuestion aria-hidden="true" />Waiting for you</b> : run ? <span className="ss-live" data-status={run.status}><i />{STATES[run.status]}</span> : <span className="st-truncate">{session.team}</span>}<time dateTime={session.updated_at}>{ago(session.updated_at)}</time></span>
        </Link>
      )}
      <Menu label={"Actions for " + session.name} className="sf-tiny ss-menu" icon={<MoreHorizontal aria-hidden="true" />} align="end" items={items} />
      {deleting ? <Delete session={session} run={run} onClose={() => setDeleting(false)} /> : null}
    </li>
  );
}

const exportAs = async (session, kind) => (await import("./export.js")).exportSession(session, kind);

export function Sessions({ sessions, links, more, teams, current, onClose }) {
  const { active, questions } = useStore((s) => ({ active: s.active, questions: s.questions }));
  const [query, setQuery] = useState("");
  const first = useRef(true);
  useEffect(() => {
    if (first.current) { first.current = false; return undefined; }
    const timer = setTimeout(() => command("search", { query }), 200);
    return () => clearTimeout(timer);
  }, [query]);
  const asking = new Set(questions.map((one) => one.run_id));
  const runOf = (id) => active.find((run) => run.session_id === id);
  const elsewhere = questions.filter((one) => active.find((run) => run.run_id === one.run_id)?.session_id !== current);
  return (
    <aside className="ss" aria-label="Sessions">
      <div className="ss-head"><h2>Sessions</h2><TeamMenu teams={teams} />
        <button type="button" className="st-btn st-btn-s st-btn-ghost st-btn-icon" aria-label="Hide the sessions" title="Hide the sessions" onClick={onClose}><PanelLeftClose aria-hidden="true" /></button></div>
      <label className="ss-search"><Search aria-hidden="true" /><input type="search" value={query} placeholder="Search sessions" aria-label="Search sessions" onChange={(e) => setQuery(e.target.value)} /></label>
      {elsewhere.length ? (
        <section className="ss-inbox" aria-label="Questions from other runs">
          {elsewhere.slice(0, 5).map((one) => <Asked key={one.request_id} question={one} run={active.find((r) => r.run_id === one.run_id)} />)}
        </section>
      ) : null}
      <ul className="ss-list">
        {sessions.map((session) => { const run = runOf(session.id); return <Entry key={session.id} session={session} shared={Boolean(links[session.id])} current={session.id === current} run={run} asks={run && asking.has(run.run_id)} onChoose={onClose} />; })}
        {!sessions.length ? <li className="ss-none">{query ? "No session is called that." : "Sessions will be listed here."}</li> : null}
      </ul>
      {more ? <button type="button" className="st-btn st-btn-s st-btn-ghost" onClick={() => command("more")}>Show more</button> : null}
    </aside>
  );
}
