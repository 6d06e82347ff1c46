// The drawer below the canvas: the team as JSON, as Python, and what the checks say about it.
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from "react";
import { Braces, CircleCheck, ChevronDown, ChevronRight, Copy, Download, FileCode, FileDiff, Info, ListChecks, PanelBottom, PanelRight, WandSparkles } from "lucide-react";
import { toast } from "sonner";
import { exportText, loadSaved } from "../../../canvas/component/api.js";
import { emit, flush, focusPath, get, mend, nodeFor, setPanels, useStore } from "../../../canvas/component/store.js";
import { componentsOn, isComponent, isWithin } from "../../../canvas/component/pointer.js";
import { useCatalogue } from "../../../forms/component/catalogue.js";
import { ProblemLine } from "../../../forms/component/inspector.jsx";
import "../versions/versions.css";

const CodeEditor = lazy(() => import("../../../editor/component/code_editor.jsx").then((module) => ({ default: module.CodeEditor })));
const Wait = () => <div className="sb-drawer-wait" aria-busy="true" aria-label="Loading the editor"><div className="st-skeleton" /></div>;
const TextDifference = lazy(() => import("../versions/versions_text.jsx").then((module) => ({ default: module.TextDifference })));
const pretty = (component) => JSON.stringify(component, null, 2);

function save(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

const copy = (text) => navigator.clipboard.writeText(text).then(() => toast("Copied."), () => toast.error("The browser did not let us copy."));
const fileName = (name, ending) => (name || "team").trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_|_$/g, "") + ending;

/** The JSON of the saved team while it is wanted; anew after each save. */
function useSaved(wanted) {
  const { teamId, dirty } = useStore((s) => ({ teamId: s.teamId, dirty: s.flags.dirty }));
  const [text, setText] = useState(null);
  useEffect(() => {
    if (!wanted) return undefined;
    const stop = new AbortController();
    loadSaved(teamId, stop.signal).then((component) => setText(pretty(component)), (error) => { if (error.name !== "AbortError") toast.error(error.message); });
    return () => stop.abort();
  }, [wanted, teamId, dirty]);
  return wanted ? text : null;
}

function JsonPane({ tools }) {
  const { component, problems, focus, place } = useStore((s) => ({ component: s.component, problems: s.problems, focus: s.focus, place: s.place }));
  const catalogue = useCatalogue();
  const [text, setText] = useState(() => (component ? pretty(component) : ""));
  const [broken, setBroken] = useState("");
  const typed = useRef(null);
  const timer = useRef(null);
  const fromCaret = useRef(null);
  const [comparing, setComparing] = useState(false);

  // What the server or another view changed replaces the text; our own edit coming back does not.
  useEffect(() => {
    if (!component || timer.current || broken) return;
    if (typed.current !== null && JSON.stringify(component) === typed.current) return;
    typed.current = null;
    setText(pretty(component));
  }, [component]);

  const apply = (next) => {
    clearTimeout(timer.current);
    timer.current = null;
    let value;
    try {
      value = JSON.parse(next);
    } catch (error) {
      setBroken("Not JSON yet: " + error.message.split("\n")[0]);
      return;
    }
    if (!isComponent(value)) return void setBroken("A component is an object with “provider” and “config”.");
    setBroken("");
    if (JSON.stringify(value) === JSON.stringify(get().component)) return;
    typed.current = JSON.stringify(value);
    emit({ op: "set_document", component: value });
  };
  const onChange = (next) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(next), 600);
  };
  const onCaret = (path) => {
    if (timer.current || broken) return;
    const at = componentsOn(get().component, path).at(-1)?.path;
    if (at !== undefined && at !== get().focus && nodeFor(at)) {
      fromCaret.current = at;
      focusPath(at, { open: false });
    }
  };
  useEffect(() => () => { if (timer.current) { clearTimeout(timer.current); flush(); } }, []);
  const field = place !== null && focus !== null && isWithin(place, focus) ? place : null;
  const reveal = field ?? (focus !== null && focus !== fromCaret.current ? focus : null);
  const saved = useSaved(comparing);
  tools(
    <>
      {broken ? <span className="sb-broken" role="status">{broken}</span> : null}
      <button type="button" className="sb-icon" title="Compare with the saved version" aria-label="Compare with the saved version" aria-pressed={comparing} onClick={() => setComparing(!comparing)}><FileDiff aria-hidden="true" /></button>
      <button type="button" className="sb-icon" title="Format" aria-label="Format the JSON" disabled={Boolean(broken)} onClick={() => setText(pretty(JSON.parse(text)))}><WandSparkles aria-hidden="true" /></button>
      <button type="button" className="sb-icon" title="Copy" aria-label="Copy the JSON" onClick={() => copy(text)}><Copy aria-hidden="true" /></button>
      <button type="button" className="sb-icon" title="Download" aria-label="Download the JSON" onClick={() => save(text, fileName(get().flags.name, ".json"), "application/json")}><Download aria-hidden="true" /></button>
    </>,
    [broken, text, comparing],
  );
  if (comparing && saved === text) return <div className="sb-fine"><CircleCheck aria-hidden="true" />Nothing has changed since the team was saved.</div>;
  if (comparing) return saved === null ? <Wait /> : <Suspense fallback={<Wait />}><TextDifference before={saved} after={text} labels={["Saved version", "On the canvas"]} /></Suspense>;
  return <Suspense fallback={<Wait />}><CodeEditor language="json" label="Team as JSON" value={text} problems={broken ? [{ path: "", severity: "error", code: "", message: broken }] : problems} catalogue={catalogue} reveal={reveal} onChange={onChange} onCaret={onCaret} /></Suspense>;
}

function PythonPane({ tools }) {
  const { component, rev, bypassed } = useStore((s) => ({ component: s.component, rev: s.documentRev, bypassed: s.flags.bypassed?.join(" ") ?? "" }));
  const [text, setText] = useState("");
  const [error, setError] = useState(null);
  useEffect(() => {
    if (!component) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      exportText(component, "python", { bypassed: bypassed ? bypassed.split(" ") : [], signal: stop.signal }).then(
        (code) => { setText(code); setError(null); },
        (problem) => { if (problem.name !== "AbortError") setError(problem); },
      );
    }, text ? 300 : 0);
    return () => { clearTimeout(timer); stop.abort(); };
  }, [component, rev, bypassed]);
  tools(
    <>
      {error && text ? <span className="sb-broken" role="status">{error.message}</span> : null}
      <button type="button" className="sb-icon" title="Copy" aria-label="Copy the Python" disabled={!text} onClick={() => copy(text)}><Copy aria-hidden="true" /></button>
      <button type="button" className="sb-icon" title="Download" aria-label="Download the Python" disabled={!text} onClick={() => save(text, fileName(get().flags.name, ".py"), "text/x-python")}><Download aria-hidden="true" /></button>
    </>,
    [error, text],
  );
  if (error && !text) return <div className="st-empty"><p role="alert">{error.message}</p>{error.hint ? <p className="st-small">{error.hint}</p> : null}</div>;
  if (!text) return <Wait />;
  return (
    <div className="sb-python">
      <Suspense fallback={<Wait />}><CodeEditor language="python" readOnly label="Team as Python" value={text} /></Suspense>
      <p className="sb-python-note"><Info aria-hidden="true" />Follows every change of the team. It cannot be typed into yet: change the team on the canvas, in its forms or as JSON.</p>
    </div>
  );
}

/** The fixes that touch different values, and so can be made in one go. */
function fixesTogether(problems) {
  const taken = [];
  return problems.filter(({ fix }) => {
    const own = fix?.map((op) => (op.op === "set" ? op.path : null)) ?? [];
    const free = own.length && own.every((path) => path && !taken.some((other) => isWithin(path, other) || isWithin(other, path)));
    if (free) taken.push(...own);
    return free;
  }).flatMap(({ fix }) => [fix]);
}

function ProblemsPane({ tools }) {
  const { problems } = useStore((s) => ({ problems: s.problems }));
  const together = useMemo(() => fixesTogether(problems), [problems]);
  tools(
    together.length > 1 ? <button type="button" className="st-btn st-btn-s" title="One step back undoes them all" onClick={() => mend(together.flat())}>Fix {together.length} at once</button> : null,
    [together],
  );
  if (!problems.length) return <div className="sb-fine"><CircleCheck aria-hidden="true" />Every check passes.</div>;
  return <ul className="sb-problem-list sb-problems-all">{problems.map((problem, index) => <ProblemLine key={index} problem={problem} onOpen={() => open(problem)} />)}</ul>;
}

function open(problem) {
  const parts = problem.path.split("/");
  for (let count = parts.length; count > 0; count -= 1) {
    const path = parts.slice(0, count).join("/");
    let value = get().component;
    for (const key of parts.slice(1, count)) value = value?.[key];
    if (typeof value?.provider === "string") return focusPath(path);
  }
  return undefined;
}

const TABS = [["json", "JSON", Braces, JsonPane], ["python", "Python", FileCode, PythonPane], ["problems", "Problems", ListChecks, ProblemsPane]];

function useTools() {
  const [shown, setShown] = useState(null);
  const hook = useMemo(() => function tools(node, deps) { useEffect(() => { setShown(node); return () => setShown(null); }, deps); }, []);
  return [shown, hook];
}

export function Drawer() {
  const { panels, count, ready } = useStore((s) => ({ panels: s.panels, count: s.problems.filter((problem) => problem.severity !== "info").length, ready: s.component !== null }));
  const [size, setSize] = useState(null);
  const [shown, tools] = useTools();
  if (!panels || !ready) return null;
  const current = TABS.find(([id]) => id === panels.drawer);
  const beside = panels.drawerSide === "right";
  const kept = beside ? "drawerWidth" : "drawerHeight";
  const extent = size ?? panels[kept];
  const [least, most] = beside ? [280, () => window.innerWidth - 560] : [120, () => window.innerHeight - 240];
  const within = (value) => Math.max(least, Math.min(most(), value));
  const start = (e) => {
    e.preventDefault();
    const at = (event) => (beside ? event.clientX : event.clientY);
    const from = at(e), was = extent;
    const move = (m) => setSize(within(was + from - at(m)));
    const stop = () => {
      window.removeEventListener("pointermove", move);
      setSize((now) => { if (now) setPanels({ [kept]: now }); return null; });
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", stop, { once: true });
  };
  const onGrip = (e) => {
    const by = (beside ? { ArrowLeft: 16, ArrowRight: -16 } : { ArrowUp: 16, ArrowDown: -16 })[e.key];
    if (by) { e.preventDefault(); e.stopPropagation(); setPanels({ [kept]: within(extent + by) }); }
  };
  const Close = beside ? ChevronRight : ChevronDown;
  const Side = beside ? PanelBottom : PanelRight;
  const side = beside ? "Show below the canvas" : "Show beside the canvas";
  const onTab = (e) => {
    const index = TABS.findIndex(([id]) => id === e.currentTarget.dataset.tab);
    const next = { ArrowRight: TABS[(index + 1) % 3], ArrowLeft: TABS[(index + 2) % 3] }[e.key];
    if (!next) return;
    e.preventDefault();
    setPanels({ drawer: next[0] });
    document.getElementById("sb-drawer-" + next[0])?.focus();
  };
  const Pane = current?.[3];
  return (
    <section className="sb-drawer" data-open={Boolean(current)} data-side={beside && current ? "right" : "bottom"} aria-label="JSON, Python and problems" style={current ? { [beside ? "width" : "height"]: extent } : undefined}>
      {current ? <div className={beside ? "sb-grip" : "sb-grip-h"} role="separator" aria-orientation={beside ? "vertical" : "horizontal"} aria-label={beside ? "Width of the drawer" : "Height of the drawer"} aria-valuenow={extent} aria-valuemin={least} tabIndex={0} onPointerDown={start} onKeyDown={onGrip} /> : null}
      <div className="sb-drawer-bar">
        <div role="tablist" aria-label="Views of the team">
          {TABS.map(([id, name, Icon]) => (
            <button key={id} type="button" role="tab" id={"sb-drawer-" + id} data-tab={id} aria-selected={panels.drawer === id} aria-controls="sb-drawer-body" tabIndex={panels.drawer === id || (!current && id === "json") ? 0 : -1}
              onKeyDown={onTab} onClick={() => setPanels({ drawer: panels.drawer === id ? "" : id })}>
              <Icon aria-hidden="true" />{name}{id === "problems" && count ? <em>{count}</em> : null}
            </button>
          ))}
        </div>
        <div className="sb-drawer-tools">{current ? shown : null}
          {current ? <button type="button" className="sb-icon sb-drawer-side" title={side} aria-label={side} onClick={() => setPanels({ drawerSide: beside ? "bottom" : "right" })}><Side aria-hidden="true" /></button> : null}
          {current ? <button type="button" className="sb-icon" title="Close" aria-label="Close the drawer" onClick={() => setPanels({ drawer: "" })}><Close aria-hidden="true" /></button> : null}</div>
      </div>
      {Pane ? <div className="sb-drawer-body" id="sb-drawer-body" role="tabpanel" aria-labelledby={"sb-drawer-" + panels.drawer}><Pane key={panels.drawer} tools={tools} /></div> : null}
    </section>
  );
}
