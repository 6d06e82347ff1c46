// The test panel: one component tried by itself, beside the form in which it is being changed.
import { useCallback, useEffect, useRef, useState } from "react";
import { FlaskConical, KeyRound, LoaderCircle, Play, ShieldAlert, Square, X } from "lucide-react";
import { KindIcon, kindOf, kindOfComponent, labelOf, typeLabel, typeLine } from "../../../canvas/component/kinds.jsx";
import { patch, useStore } from "../../../canvas/component/store.js";
import { valueAt } from "../../../canvas/component/pointer.js";
import { useCatalogue } from "../../../forms/component/catalogue.js";
import { answer, describe, tryComponent } from "./tryout_api.js";
import { InputForm, OfferTabs, ToolList, firstInput, offersOf } from "./tryout_form.jsx";
import { Conversation, Failure, Outcome } from "./tryout_result.jsx";
import "../../../feed/component/feed.css";
import "./tryout.css";

const IDLE = { running: false, text: "", messages: [], live: {}, question: null, runId: "", outcome: null, error: null };

/** How the component can be tried; asked again when it has changed and typing has paused. */
function usePlan(component) {
  const text = component ? JSON.stringify(component) : "";
  const [plan, setPlan] = useState(null);
  const [error, setError] = useState(null);
  const [tried, setTried] = useState(0);
  const known = useRef(false);
  useEffect(() => {
    if (!text) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      describe(JSON.parse(text), stop.signal).then(
        (found) => { known.current = true; setPlan(found); setError(null); },
        (problem) => { if (problem.name !== "AbortError") setError(problem); },
      );
    }, known.current ? 500 : 0);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [text, tried]);
  return { plan, error, again: () => setTried((n) => n + 1) };
}

function take(state, kind, body) {
  if (kind === "chunk") return { ...state, text: state.text + body.text };
  if (kind === "run") return { ...state, runId: body.run_id };
  if (kind === "outcome") return { ...state, running: false, question: null, live: {}, outcome: body };
  const { type, body: told } = body;
  if (type === "chunk") {
    const before = state.live[told.message_id]?.text ?? "";
    return { ...state, live: { ...state.live, [told.message_id]: { source: told.source, text: before + told.text } } };
  }
  if (type === "message") {
    const live = Object.fromEntries(Object.entries(state.live).filter(([id, part]) => id !== told.id && part.source !== told.source));
    return { ...state, live, messages: [...state.messages, told] };
  }
  if (type === "question") return { ...state, question: told };
  if (type === "answer") return { ...state, question: null };
  return state;
}

/** Runs a try-out and keeps what it tells. */
function useTrial() {
  const [state, setState] = useState(IDLE);
  const abort = useRef(null);
  const stop = useCallback(() => {
    abort.current?.abort();
    abort.current = null;
    setState((before) => (before.running ? { ...before, running: false, question: null, error: { message: "Stopped." } } : before));
  }, []);
  useEffect(() => () => abort.current?.abort(), []);
  const start = useCallback(async (request) => {
    abort.current?.abort();
    const control = (abort.current = new AbortController());
    const own = (change) => { if (abort.current === control) setState(change); };
    setState({ ...IDLE, running: true });
    try {
      await tryComponent(request, (kind, body) => own((before) => take(before, kind, body)), control.signal);
      own((before) => (before.running ? { ...before, running: false, error: { message: "The connection was lost before the end." } } : before));
    } catch (error) {
      if (error.name !== "AbortError") own({ ...IDLE, error });
    }
  }, []);
  return { ...state, start, stop, clear: () => setState(IDLE) };
}

function useClock(running) {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    if (!running) return undefined;
    const since = performance.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed((performance.now() - since) / 1000), 100);
    return () => clearInterval(timer);
  }, [running]);
  return elapsed;
}

const ASKS = { "runs code": "This runs code", "costs money": "This costs money", "talks to the network": "This talks to the network" };

function Confirm({ asks, why, action, onYes, onNo }) {
  const yes = useRef(null);
  useEffect(() => { yes.current?.focus(); }, []);
  return (
    <div className="sb-try-confirm" role="alertdialog" aria-label={ASKS[asks]}>
      <ShieldAlert aria-hidden="true" />
      <div>
        <b>{ASKS[asks]}</b><p>{why} It is not asked again while this panel is open.</p>
        <div className="sb-row"><button ref={yes} type="button" className="st-btn st-btn-s st-btn-primary" onClick={onYes}>{action} anyway</button><button type="button" className="st-btn st-btn-s st-btn-ghost" onClick={onNo}>Cancel</button></div>
      </div>
    </div>
  );
}

function Act({ label, running, disabled, onStart, onStop }) {
  const elapsed = useClock(running);
  if (running) {
    return (
      <div className="sb-row sb-try-act">
        <button type="button" className="st-btn" onClick={onStop}><Square aria-hidden="true" />Stop</button>
        <span className="sb-try-clock"><LoaderCircle className="st-spin" aria-hidden="true" />{elapsed.toFixed(1)} s</span>
      </div>
    );
  }
  return <div className="sb-row sb-try-act"><button type="button" className="st-btn st-btn-primary" disabled={disabled} title="Ctrl+Enter" onClick={onStart}><Play aria-hidden="true" />{label}</button></div>;
}

function Trial({ component, path, plan, again }) {
  const trial = useTrial();
  const [given, setGiven] = useState(() => firstInput(plan.input_schema, plan.example));
  const [view, setView] = useState("tool");
  const [tool, setTool] = useState("");
  const [asking, setAsking] = useState(null);
  const [agreed, setAgreed] = useState("");
  const [busy, setBusy] = useState(false);
  const isBench = plan.kind === "workbench";
  const listed = trial.outcome?.result?.tools ? trial.outcome.result : null;
  const [found, setFound] = useState(null);
  useEffect(() => { if (listed) setFound((before) => ({ ...before, ...listed })); }, [listed]);
  const offers = plan.tools || found ? offersOf(plan.tools ? { tools: plan.tools } : found) : null;
  const tools = offers?.[view] ?? null;
  const chosen = tools?.find((item) => item.id === tool);
  const asks = chosen?.asks === undefined ? plan.asks : chosen.asks;
  const why = plan.why || (chosen ? `Calling ${chosen.name} ${asks}.` : "");

  const send = (input, confirmed) => trial.start({ component, input, confirmed });
  const begin = (input) => {
    if (asks && agreed !== asks + why) return setAsking({ input });
    return send(input, Boolean(asks));
  };
  const agree = () => {
    const { input } = asking;
    setAgreed(asks + why);
    setAsking(null);
    send(input, true);
  };
  const input = isBench ? (chosen ? chosen.input(given) : {}) : given;
  const onKeyDown = (e) => {
    if (e.key !== "Enter" || !(e.ctrlKey || e.metaKey)) return;
    e.preventDefault();
    e.stopPropagation();
    if (!trial.running) begin(input);
  };
  const reply = async (value) => {
    setBusy(true);
    try {
      await answer(trial.runId, trial.question.request_id, value);
    } finally {
      setBusy(false);
    }
  };
  const act = (label) => (asking ? <Confirm asks={asks} why={why} action={label} onYes={agree} onNo={() => setAsking(null)} />
    : <Act label={label} running={trial.running} onStart={() => begin(input)} onStop={trial.stop} />);
  const result = (
    <>
      {trial.error ? <Failure error={trial.error} /> : null}
      {trial.running && trial.text ? <div className="sb-try-answer" aria-live="polite">{trial.text}</div> : null}
      {!trial.outcome && (trial.messages.length || trial.question || Object.keys(trial.live).length) ? <Conversation messages={trial.messages} live={trial.live} question={trial.question} busy={busy} onAnswer={reply} /> : null}
      {trial.outcome ? <Outcome outcome={trial.outcome} path={path} /> : null}
    </>
  );
  const choose = (name) => {
    const next = tools.find((item) => item.id === name);
    setTool(name);
    setAsking(null);
    trial.clear();
    setGiven(next ? firstInput(next.input_schema, {}) : {});
  };
  return (
    <div className="sb-form" onKeyDown={onKeyDown}>
      <p className="sb-help">{isBench && tools ? "Choose one and try it." : plan.intro}</p>
      {plan.missing_keys.length ? <p className="sb-warn"><KeyRound aria-hidden="true" /><span>{plan.missing_keys.join(", ")} {plan.missing_keys.length > 1 ? "have" : "has"} no value yet. <a href="/settings">Add it under Settings</a>, then <button type="button" className="sb-inline" onClick={again}>look again</button>.</span></p> : null}
      {isBench && tools ? (
        <>
          <OfferTabs offers={offers} view={view} onView={(next) => { setView(next); setTool(""); setAsking(null); trial.clear(); }} />
          <ToolList tools={tools} chosen={tool} onChoose={choose}>{(item) => <>{item.plain ? null : <InputForm key={item.id} schema={item.input_schema} value={given} onChange={setGiven} />}{act(item.action)}{result}</>}</ToolList>
        </>
      ) : (
        <>
          {isBench ? null : <InputForm schema={plan.input_schema} value={given} onChange={setGiven} />}
          {act(plan.action)}
          {result}
        </>
      )}
    </div>
  );
}

function Panel({ path, onClose }) {
  const component = useStore((s) => (path === null ? undefined : valueAt(s.component, path)));
  const { plan, error, again } = usePlan(component);
  useCatalogue(); // people's words for classes come with it
  const box = useRef(null);
  const shape = plan ? JSON.stringify([plan.kind, plan.input_schema]) : "";
  useEffect(() => { box.current?.querySelector("input, textarea, select, .sb-try-act button, .sb-try-tools button")?.focus(); }, [Boolean(plan)]);
  const kind = component ? kindOfComponent(component) : "other";
  return (
    <aside className="sb-tryout" aria-label="Test" ref={box} onKeyDown={(e) => { if (e.key === "Escape" && !e.defaultPrevented) { e.stopPropagation(); onClose(); } }}>
      <div className="sb-inspector-bar"><span className="st-row"><FlaskConical aria-hidden="true" />Test</span><button type="button" className="sb-icon" title="Close (Esc)" aria-label="Close the test" onClick={onClose}><X aria-hidden="true" /></button></div>
      <div className="sb-inspector-body">
        {component ? (
          <header className="sb-inspector-head">
            <KindIcon kind={kind} provider={component.provider} size={36} />
            <div><h2>{labelOf(component)}</h2><p>{typeLine(labelOf(component), typeLabel(component.provider), kind) || kindOf(kind).word}</p></div>
          </header>
        ) : <p className="sb-hint">It is not there any more.</p>}
        {error ? <div className="sb-form"><Failure error={error} /></div> : null}
        {component && !plan && !error ? <div className="sb-form" aria-busy="true"><div className="st-skeleton" style={{ height: 96 }} /></div> : null}
        {component && plan && !error ? (plan.possible ? <Trial key={shape} component={component} path={path} plan={plan} again={again} /> : <p className="sb-hint">{plan.intro}</p>) : null}
      </div>
    </aside>
  );
}

export function TryoutPanel() {
  const tryout = useStore((s) => s.tryout);
  const ready = useStore((s) => s.component !== null);
  if (!tryout || !ready) return null;
  const close = () => {
    patch({ tryout: null });
    document.querySelector(".sb-inspector button[title^='Test']")?.focus();
  };
  return <Panel key={tryout.since} path={tryout.path} onClose={close} />;
}
