// What a run may use: fields for the next one, and for the one that goes on.
import { useState } from "react";
import { Wallet } from "lucide-react";
import { send } from "../../../feed/component/store.js";
import { Menu } from "./menu.jsx";

const LIMITS = [["tokens", "Tokens", 1], ["cost", "Money in $", "any"], ["turns", "Turns", 1], ["seconds", "Seconds of work", "any"]];

export function BudgetFields({ budget, onChange }) {
  return (
    <>
      <div className="sc-budget">{LIMITS.map(([key, name, step]) => <label key={key} className="st-field"><span className="st-label-text">{name}</span><input className="st-input" type="number" min={0} step={step} placeholder="no limit" value={budget[key] ?? ""} onChange={(e) => onChange({ ...budget, [key]: e.target.value ? Number(e.target.value) : undefined })} /></label>)}</div>
      <label className="st-row st-small"><input type="checkbox" checked={budget.on_limit === "stop"} onChange={(e) => onChange({ ...budget, on_limit: e.target.checked ? "stop" : undefined })} />Stop there without asking</label>
    </>
  );
}

/** A budget without what is not set. */
export const budgetOf = (budget) => Object.fromEntries(Object.entries(budget).filter(([, value]) => value));

function Form({ runId, budget, onDone }) {
  const [wanted, setWanted] = useState(budget);
  const submit = (e) => {
    e.preventDefault();
    send("budget", { run_id: runId, budget: budgetOf(wanted) });
    onDone();
  };
  return (
    <form className="sc-options" onSubmit={submit}>
      <h3>Budget of this run</h3>
      <BudgetFields budget={wanted} onChange={setWanted} />
      <p className="st-help">What was used already counts.</p>
      <button type="submit" className="st-btn st-btn-primary">Set the budget</button>
    </form>
  );
}

export function RunBudget({ runId, budget }) {
  return (
    <Menu label="Budget of this run" className="st-btn st-btn-ghost st-btn-icon sa-budget" align="end" icon={<Wallet aria-hidden="true" />}>
      {(close) => <Form runId={runId} budget={budgetOf(budget ?? {})} onDone={() => close(true)} />}
    </Menu>
  );
}
