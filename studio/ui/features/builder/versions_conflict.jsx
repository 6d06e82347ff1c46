// Two people have saved: what is different, and whose version goes on.
import { useEffect, useRef, useState } from "react";
import { Eye, EyeOff, Save, UserCheck } from "lucide-react";
import { CompareView, PartList, useComparison } from "./versions_compare.jsx";
import { ago } from "./versions_api.js";

export function Conflict({ teamId, version, onKeepMine, onTakeTheirs, onKeepEditing }) {
  const box = useRef(null);
  const [look, setLook] = useState(false);
  const { found, error } = useComparison(teamId, version, 0, 0);
  useEffect(() => { box.current?.showModal(); }, []);
  const theirs = found ? `Version ${version} was saved ${ago(found.before.created_at)}, while you were changing the one before.` : "They saved while you were changing the version before.";
  return (
    <dialog ref={box} className="st-dialog sb-vs-conflict" data-wide={look || undefined} aria-labelledby="sb-vs-conflict" onCancel={(e) => { e.preventDefault(); onKeepEditing?.(); }} onKeyDown={(e) => e.stopPropagation()}>
      <div className="st-dialog-body">
        <div><h2 id="sb-vs-conflict">Someone else has saved this team meanwhile</h2><p className="st-muted">{theirs} Nothing is lost: every save stays a version, and both choices can be undone.</p></div>
        {look ? <div className="sb-vs-look"><CompareView found={found} error={error} titles={[`Theirs: version ${version}`, "Mine: not saved yet"]} /></div>
          : <div className="sb-vs-few">{error ? <p className="sb-error" role="alert">{error.message}</p> : found ? (found.parts.length ? <><h3>From theirs to mine</h3><PartList parts={found.parts} most={4} /></> : <p>Both hold the same.</p>) : <div className="st-skeleton" style={{ height: 96 }} />}</div>}
        <div className="sb-vs-choices">
          <button type="button" className="st-btn st-btn-primary" autoFocus onClick={() => onKeepMine?.(version)}><Save aria-hidden="true" />Keep mine as a new version</button>
          <button type="button" className="st-btn" onClick={() => onTakeTheirs?.()}><UserCheck aria-hidden="true" />Take theirs</button>
          <button type="button" className="st-btn" aria-pressed={look} onClick={() => setLook(!look)}>{look ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}{look ? "Less" : "Look"}</button>
          <button type="button" className="st-btn st-btn-ghost" onClick={() => onKeepEditing?.()}>Decide later</button>
        </div>
      </div>
    </dialog>
  );
}
