// The Versions view: every save of the team, any two compared, and what can be done with one.
import { useEffect, useRef, useState } from "react";
import { GitBranch, PencilLine, Play, Radio, RotateCcw, Save, X } from "lucide-react";
import { patch, useStore } from "../../../canvas/component/store.js";
import { CompareView, useComparison } from "./versions_compare.jsx";
import { Conflict } from "./versions_conflict.jsx";
import { ago, exactly, loadTeam, loadVersions, titleOf } from "./versions_api.js";
import "./versions.css";

const WHO = { local: "Local user" };

/** The team with its saves, read again when something was done. */
function useVersions(teamId, open, done, dirty) {
  const [team, setTeam] = useState(null);
  const [items, setItems] = useState(null);
  const [cursor, setCursor] = useState(null);
  const [error, setError] = useState(null);
  useEffect(() => {
    if (!teamId) return undefined;
    const stop = new AbortController();
    loadTeam(teamId, stop.signal).then((found) => { setTeam(found); patch({ published: found.published_version ?? 0 }); }, () => {});
    return () => stop.abort();
  }, [teamId, done, dirty, open]);
  useEffect(() => {
    if (!teamId || !open) return undefined;
    const stop = new AbortController();
    loadVersions(teamId, "", stop.signal).then((page) => { setItems(page.items); setCursor(page.next_cursor); setError(null); }, (problem) => { if (problem.name !== "AbortError") setError(problem); });
    return () => stop.abort();
  }, [teamId, open, done, dirty]);
  const more = () => loadVersions(teamId, cursor).then((page) => { setItems([...items, ...page.items]); setCursor(page.next_cursor); }, setError);
  return { team, items, more: cursor ? more : null, error };
}

function Row({ item, chosen, newest, published, onChoose }) {
  return (
    <li>
      <button type="button" className="sb-vs-row" aria-current={chosen || undefined} onClick={() => onChoose(item.version)}>
        <span className="sb-vs-line"><b>{titleOf(item)}</b>{published ? <em className="st-chip st-chip-ok"><Radio aria-hidden="true" />Published</em> : null}</span>
        {item.version ? <span title={exactly(item.created_at)}>{item.name ? `Version ${item.version} · ` : ""}{WHO[item.author] ?? item.author} · {ago(item.created_at)}{newest ? " · newest" : ""}</span> : <span>In your draft only</span>}
      </button>
    </li>
  );
}

function Title({ item, onName }) {
  const [text, setText] = useState(item.name);
  const [editing, setEditing] = useState(false);
  const keep = () => { setEditing(false); if (text.trim() !== item.name) onName(item.version, text.trim()); };
  if (!editing) return <h3><span className="st-truncate">{titleOf(item)}</span><button type="button" className="sb-icon" title="Name this version" aria-label="Name this version" onClick={() => setEditing(true)}><PencilLine aria-hidden="true" /></button></h3>;
  return <input className="st-input" autoFocus aria-label="Name of this version" placeholder={`Version ${item.version}`} maxLength={200} value={text} onChange={(e) => setText(e.target.value)} onBlur={keep}
    onKeyDown={(e) => { if (e.key === "Enter") keep(); if (e.key === "Escape") { e.preventDefault(); e.stopPropagation(); setText(item.name); setEditing(false); } }} />;
}

function Draft({ onSave, onDone }) {
  const [name, setName] = useState("");
  return (
    <form className="sb-row sb-vs-save" onSubmit={(e) => { e.preventDefault(); onSave(name.trim()); onDone(); }}>
      <input className="st-input" aria-label="Name of the new version" placeholder="Name it, if you like" maxLength={200} value={name} onChange={(e) => setName(e.target.value)} />
      <button type="submit" className="st-btn st-btn-primary"><Save aria-hidden="true" />Save</button>
    </form>
  );
}

function Detail({ team, items, after, before, onBefore, dirty, act, done, onChoose }) {
  const item = after === 0 ? { version: 0, name: "" } : items.find((one) => one.version === after);
  const alone = after === 1 && before === 1;
  const { found, error } = useComparison(team.team_id, before, after, done + (after === 0 ? "draft" : ""));
  if (!item) return null;
  const published = team.published_version === after;
  const newest = after === team.version && !dirty;
  return (
    <section className="sb-vs-detail" aria-label={titleOf(item)}>
      <header>
        {after === 0 ? <h3>Unsaved changes</h3> : <Title key={after + item.name} item={item} onName={act.onName} />}
        <div className="sb-vs-acts">
          {after === 0 ? <Draft onSave={act.onSave} onDone={() => onChoose(null)} /> : (
            <>
              <button type="button" className="st-btn" title={published ? "Begin a session that follows whatever is published" : "Begin a session that stays on this version"} onClick={() => act.onTry(published ? 0 : after)}><Play aria-hidden="true" />Run</button>
              <button type="button" className="st-btn" title="Endpoints and sessions may follow the published version" onClick={() => act.onPublish(published ? 0 : after)}><Radio aria-hidden="true" />{published ? "Unpublish" : "Publish"}</button>
              <button type="button" className="st-btn" title="Make a new team from this version" onClick={() => act.onBranch(after)}><GitBranch aria-hidden="true" />Branch</button>
              <button type="button" className="st-btn st-btn-primary" disabled={newest} title={newest ? "This is what you are working on" : "Make this the newest version; can be undone"} onClick={() => { act.onRestore(after); onChoose(null); }}><RotateCcw aria-hidden="true" />Restore</button>
            </>
          )}
        </div>
      </header>
      {published ? <p className="sb-vs-follow">Run begins a session that follows what is published; an endpoint follows it with <code>studio serve {team.team_id}@published</code>.</p> : null}
      {alone ? null : (
        <label className="sb-vs-with">Compared with
          <select className="st-select" value={before} onChange={(e) => onBefore(Number(e.target.value))}>
            {items.filter((one) => one.version !== after).map((one) => <option key={one.version} value={one.version}>{one.name ? `${one.version}: ${one.name}` : `Version ${one.version}`}</option>)}
          </select>
        </label>
      )}
      <CompareView found={found} error={error} alone={alone} />
    </section>
  );
}

function Dialog({ start, dirty, name, team, items, more, error, done, act, onClose }) {
  const box = useRef(null);
  const [chosen, setChosen] = useState(typeof start === "number" ? start : null);
  const [other, setOther] = useState(null);
  useEffect(() => { box.current?.showModal(); }, []);
  const newest = items?.[0]?.version ?? 0;
  const after = chosen !== null && (chosen === 0 ? dirty : items?.some((one) => one.version === chosen)) ? chosen : dirty ? 0 : newest;
  const usual = after === 0 ? newest : Math.max(1, after - 1);
  const before = other !== null && other !== after ? other : usual;
  const choose = (version) => { setChosen(version); setOther(null); };
  const rows = items ? [...(dirty ? [{ version: 0, name: "" }] : []), ...items] : null;
  return (
    <dialog ref={box} className="st-dialog sb-vs" aria-labelledby="sb-vs-title" onCancel={(e) => { e.preventDefault(); onClose(); }} onKeyDown={(e) => e.stopPropagation()} onClick={(e) => { if (e.target === box.current) onClose(); }}>
      <div className="sb-vs-head"><h2 id="sb-vs-title">Versions of {name}</h2><button type="button" className="sb-icon" title="Close (Esc)" aria-label="Close" onClick={onClose}><X aria-hidden="true" /></button></div>
      <div className="sb-vs-panes">
        <nav className="sb-vs-list" aria-label="Versions">
          {error ? <p className="sb-error" role="alert">{error.message}</p> : null}
          {rows ? <ul>{rows.map((item) => <Row key={item.version} item={item} chosen={item.version === after} newest={item.version === newest} published={item.version !== 0 && item.version === team?.published_version} onChoose={choose} />)}</ul> : <div className="st-skeleton" style={{ height: 120 }} />}
          {more ? <button type="button" className="sb-link" onClick={more}>Show older</button> : null}
        </nav>
        {team && items ? <Detail key={after} team={team} items={items} after={after} before={before} onBefore={setOther} dirty={dirty} act={act} done={done} onChoose={choose} /> : null}
      </div>
    </dialog>
  );
}

export function Versions({ done = 0, conflict = 0, onKeepMine, onTakeTheirs, onKeepEditing, ...act }) {
  const { teamId, flags, open } = useStore((s) => ({ teamId: s.teamId, flags: s.flags, open: s.versions ?? false }));
  const { team, items, more, error } = useVersions(teamId, Boolean(open), done, flags.dirty);
  // A save that was refused is over, too.
  useEffect(() => { if (conflict) patch({ saving: false }); }, [conflict]);
  if (!teamId) return null;
  if (conflict) return <Conflict key={conflict} teamId={teamId} version={conflict} onKeepMine={onKeepMine} onTakeTheirs={onTakeTheirs} onKeepEditing={onKeepEditing} />;
  if (!open) return null;
  return <Dialog start={open} dirty={flags.dirty} name={flags.name} team={team} items={items} more={more} error={error} done={done} act={act} onClose={() => patch({ versions: false })} />;
}
