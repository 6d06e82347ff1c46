// The builder's buttons in the top bar: undo, redo, problems, save, run, deploy.
import { Check, CircleAlert, CircleCheck, LoaderCircle, Play, Redo2, Rocket, Save, TriangleAlert, Undo2 } from "lucide-react";
import { VersionsButton } from "../versions/versions_button.jsx";
import { command, setPanels, useStore } from "../../../canvas/component/store.js";
import "./builder.css";

const MAC = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
const MOD = MAC ? "⌘" : "Ctrl+";

function ProblemsChip() {
  const { problems, drawer } = useStore((s) => ({ problems: s.problems, drawer: s.panels?.drawer }));
  const errors = problems.filter((problem) => problem.severity === "error").length;
  const warnings = problems.filter((problem) => problem.severity === "warning").length;
  const level = errors ? "error" : warnings ? "warning" : "ok";
  const Icon = { error: CircleAlert, warning: TriangleAlert, ok: CircleCheck }[level];
  const words = [errors && `${errors} error${errors > 1 ? "s" : ""}`, warnings && `${warnings} warning${warnings > 1 ? "s" : ""}`].filter(Boolean).join(", ") || "No problems";
  return (
    <button type="button" className="sb-chip" data-level={level} aria-pressed={drawer === "problems"} title="Show the problems" onClick={() => setPanels({ drawer: drawer === "problems" ? "" : "problems" })}>
      <Icon aria-hidden="true" /><span>{words}</span>
    </button>
  );
}

export function BuilderActions() {
  const { flags, open, saving } = useStore((s) => ({ flags: s.flags, open: s.graph !== null, saving: s.saving }));
  if (!open) return null;
  const { dirty, can_undo: back, can_redo: again, undo_label: undone, redo_label: redone } = flags;
  return (
    <div className="sb-actions">
      <ProblemsChip />
      <button type="button" className="st-btn st-btn-ghost st-btn-icon" disabled={!back} aria-label={undone ? "Undo: " + undone : "Undo"} title={`Undo${undone ? ": " + undone : ""} (${MOD}Z)`} onClick={() => command("undo")}><Undo2 aria-hidden="true" /></button>
      <button type="button" className="st-btn st-btn-ghost st-btn-icon" disabled={!again} aria-label={redone ? "Redo: " + redone : "Redo"} title={`Redo${redone ? ": " + redone : ""} (${MOD}Shift+Z)`} onClick={() => command("redo")}><Redo2 aria-hidden="true" /></button>
      <VersionsButton />
      <button type="button" className="st-btn" data-dirty={dirty || undefined} disabled={saving} title={`Save (${MOD}S)`} onClick={() => command("save")}>
        {saving ? <LoaderCircle className="st-spin" aria-hidden="true" /> : dirty ? <Save aria-hidden="true" /> : <Check aria-hidden="true" />}
        <span className="st-word">{dirty ? "Save" : "Saved"}</span>{dirty ? <span className="sb-dot" role="img" aria-label="unsaved changes" /> : null}
      </button>
      <button type="button" className="st-btn" title="Take the team away as code" onClick={() => command("deploy")}><Rocket aria-hidden="true" /><span className="st-word">Deploy</span></button>
      <button type="button" className="st-btn st-btn-primary" title={`Run (${MOD}Enter)`} onClick={() => command("run")}><Play aria-hidden="true" /><span className="st-word">Run</span></button>
    </div>
  );
}
