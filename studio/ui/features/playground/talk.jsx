// The conversation of a session: earlier runs folded above, the open run, and the message box.
import { useMemo, useState } from "react";
import { ChevronDown, ChevronRight, GitFork, Pin, Sparkles } from "lucide-react";
import { Feed } from "../../../feed/component/feed.jsx";
import { Row } from "../../../feed/component/rows.jsx";
import { levelOf } from "../../../feed/component/items.js";
import { useLog } from "../../../feed/component/log.js";
import { clearFilter, command, isFiltered, openRun, patch, select, send, threadOf, useStore } from "../../../feed/component/store.js";
import { ago, count, money, plural, STATES } from "../../../feed/component/words.js";
import { Bar } from "./bar.jsx";
import { Composer } from "./composer.jsx";

/** What rows can do with a run. */
export function actionsOf(log, { readOnly = false } = {}) {
  return {
    live: !log.ended && log.status !== "",
    status: log.status,
    readOnly,
    inspect: (item) => select(item.key, { open: true }),
    edit: (item) => patch({ edit: { runId: log.runId, seq: item.seq, source: item.source }, draft: item.body.content }),
    retry: (item) => send("fork", { run_id: log.runId, seq: item.kind === "user" && item.seq < 4 ? 0 : Math.max(0, item.seq - 1) }),
  };
}

function EarlierLog({ runId }) {
  const log = useLog(runId);
  const actions = useMemo(() => actionsOf(log, { readOnly: true }), [log, log.status]);
  if (!log.items.length) return <div className="st-skeleton" style={{ height: 64 }} />;
  return log.items.filter((item) => levelOf(item) === 0 && !item.gone && !item.discarded).map((item) => <Row key={item.key} item={item} actions={actions} />);
}

function Earlier({ run, number }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="sk-earlier" data-open={open || undefined}>
      <div className="sk-earlier-head">
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
          <span className="st-muted">Run {number}</span><span className="st-truncate">{run.name || "Run"}</span>
          <span className="st-small st-muted">{STATES[run.status]}{run.totals?.tokens ? ` · ${count(run.totals.tokens)} tokens` : ""}{run.totals?.cost ? ` · ${money(run.totals.cost)}` : ""} · {ago(run.created_at)}</span>
        </button>
        <button type="button" className="st-btn st-btn-s st-btn-ghost" onClick={() => openRun(run.run_id)}>Open</button>
      </div>
      {open ? <EarlierLog runId={run.run_id} /> : null}
    </section>
  );
}

export function Talk({ session, suggestions, ready }) {
  const { runId, runs, runsLoaded, filter, level, cursor, selected } = useStore((s) => ({ runId: s.runId, runs: s.runs, runsLoaded: s.runsLoaded, filter: s.filter, level: s.level, cursor: s.cursor, selected: s.selected }));
  const log = useLog(runId).shown;
  const view = useMemo(() => ({ filter, level, cursor }), [filter, level, cursor]);
  const actions = useMemo(() => actionsOf(log), [log, log.status, log.ended]);
  const thread = useMemo(() => threadOf(runs, runId), [runs, runId]);
  const forks = runs.filter((run) => run.parent_run_id === runId);
  const run = runs.find((one) => one.run_id === runId);
  const before = useMemo(() => (isFiltered(filter) ? null : (
    <>
      {thread.map((one, i) => <Earlier key={one.run_id} run={one} number={i + 1} />)}
      {thread.length && run?.options?.fresh ? <p className="sk-fresh"><Sparkles aria-hidden="true" />Started fresh: the team does not remember what is above.</p> : null}
      {forks.length || run?.parent_run_id ? <p className="sk-forks"><GitFork aria-hidden="true" />{run?.parent_run_id ? <button type="button" onClick={() => openRun(run.parent_run_id)}>Forked from another run</button> : null}{forks.map((one) => <button key={one.run_id} type="button" onClick={() => openRun(one.run_id)}>Fork from event {one.fork_seq}</button>)}</p> : null}
    </>
  )), [thread, filter, runs, runId]);
  const waiting = runId && !log.items.length && !log.error;
  const empty = log.error ? <div className="st-empty"><h2>This run cannot be shown</h2><p>{log.error.message}</p></div>
    : waiting || !runsLoaded ? <div className="sf-column sk-loading" aria-busy="true" aria-label="Loading"><div className="st-skeleton" /><div className="st-skeleton" /><div className="st-skeleton" /></div>
    : runId ? <div className="st-empty"><h2>{isFiltered(filter) ? "Nothing found" : "Nothing was said yet"}</h2>{isFiltered(filter) ? <><p>Nothing in this run fits the filter.</p><button type="button" className="st-btn" onClick={clearFilter}>Show everything</button></> : null}</div>
    : <Welcome session={session} suggestions={suggestions} />;
  return (
    <section className="sk" aria-label="Conversation with the team">
      {runId ? <Bar log={log} /> : null}
      <Feed log={log} view={view} actions={actions} selected={selected} onSelect={select} before={before} empty={empty} />
      <Composer log={log} run={run} ready={ready} follow={runs.length > 0} />
    </section>
  );
}

function Suggestion({ text, own, team }) {
  const say = () => { patch({ draft: text }); document.querySelector(".sc-box textarea")?.focus(); };
  const name = own ? "No longer suggest this to everybody" : "Suggest this to everybody";
  return (
    <div className="sk-suggestion">
      <button type="button" className="st-card st-card-link" onClick={say}><span>{text}</span></button>
      {team ? <button type="button" className="sf-tiny" aria-pressed={own} aria-label={name} title={name} onClick={() => command("suggest", { task: text, keep: !own })}><Pin aria-hidden="true" /></button> : null}
    </div>
  );
}

function Welcome({ session, suggestions }) {
  const own = session?.tasks ?? [];
  const suggested = [...own, ...suggestions.filter((text) => !own.includes(text))].slice(0, 6);
  return (
    <div className="st-empty sk-welcome">
      <h2>{session?.team ? `What should ${session.team} do?` : "What should the team do?"}</h2>
      {session?.about ? <p>{session.about}</p> : null}
      {suggested.length ? <div className="sk-suggestions">{suggested.map((text) => <Suggestion key={text} text={text} own={own.includes(text)} team={session.team_id} />)}</div> : <p className="st-small">{plural(session?.agents ?? 0, "agent")} ready. Say it in a sentence or two; files can be dropped here.</p>}
    </div>
  );
}
