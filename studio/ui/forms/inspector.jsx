// The inspector: opens on what is selected and shows its form, problems and place in the team.
import { useMemo, useRef, useState } from "react";
import { Braces, ChevronRight, CircleAlert, CircleSlash, Copy, CopyPlus, FlaskConical, Info, PanelRightClose, Trash2, TriangleAlert } from "lucide-react";
import { toast } from "sonner";
import { KindIcon, className, isPaper, kindOf, kindOfComponent, labelOf, typeLabel, typeLine } from "../../canvas/component/kinds.jsx";
import { emit, focusPath, mend, nodeFor, patch, selectNodes, setPanels, setValue, trail, tryOut, useStore } from "../../canvas/component/store.js";
import { isWithin, join, valueAt } from "../../canvas/component/pointer.js";
import { duplicateSelected } from "../../canvas/component/drop.js";
import { useCatalogue } from "./catalogue.js";
import { SAME_VENDOR, VENDOR_FIELDS, fieldLabel, vendorOf } from "./hints.js";
import { Labelled, ProseInput, SelectInput, TextInput } from "./inputs.jsx";
import { SchemaForm } from "./schema_form.jsx";
import "./forms.css";

const LEVELS = { error: CircleAlert, warning: TriangleAlert, info: Info };

/** Problems of one component: in it, but not in a component inside it. */
function ownProblems(problems, document, path) {
  return problems.filter((problem) => isWithin(problem.path, path) && trailPath(document, problem.path) === path);
}

function trailPath(document, path) {
  const steps = path.split("/");
  for (let count = steps.length; count > 0; count -= 1) {
    const at = steps.slice(0, count).join("/");
    const value = valueAt(document, at);
    if (value && typeof value === "object" && typeof value.provider === "string") return at;
  }
  return "";
}

const BRIEF = 60;

/** What pressing Fix will do. */
function fixWords([first, ...more]) {
  const { op, value, path = "", name, component } = first;
  const field = path.split("/").at(-1).replaceAll("_", " ");
  const plain = value === null || typeof value !== "object";
  const words = {
    set: value === null ? `Take ${field} out` : plain && String(value).length <= BRIEF ? `Set ${field} to ${String(value)}` : `Write ${/^\d+$/.test(field) ? "it" : field} anew`,
    remove: "Remove it", rename: `Call it ${name}`, connect: "Connect them", reorder: "Put it first", add: component ? `Add “${typeLabel(component.provider)}”` : "Add it",
  };
  return (words[op] ?? "Mend it") + (more.length ? ", and more" : "");
}

export function ProblemLine({ problem, onOpen }) {
  const Icon = LEVELS[problem.severity] ?? Info;
  return (
    <li className="sb-problem" data-level={problem.severity}>
      <Icon aria-hidden="true" />
      <div>
        {onOpen ? <button type="button" onClick={onOpen}>{problem.message}</button> : <span>{problem.message}</span>}
        <p>{problem.hint} <code>{problem.code}</code></p>
      </div>
      {problem.fix?.length ? <button type="button" className="st-btn st-btn-s" title={fixWords(problem.fix)} onClick={() => mend(problem.fix)}>Fix</button> : null}
    </li>
  );
}

/** Whether a field of one class means the same in another. */
function shared(key, info, before) {
  if (!(key in (info.config_schema?.properties ?? {}))) return false;
  const vendor = info.kind === "model" || info.kind === "workbench";
  return !vendor || !VENDOR_FIELDS.has(key) || (vendorOf(info) === vendorOf(before) && SAME_VENDOR.has(key));
}

const worth = (value) => value !== null && value !== undefined && value !== "" && value !== false && !(Array.isArray(value) && !value.length);
const listed = (names) => (names.length < 2 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/** Fields that were set otherwise than at the start and that the other class does not know. */
function leftOut(component, info, before) {
  const start = before?.template.config ?? {};
  const set = Object.entries(component.config ?? {}).filter(([key, value]) => worth(value) && JSON.stringify(value) !== JSON.stringify(start[key]));
  return set.map(([key]) => key).filter((key) => !(key in (info.config_schema?.properties ?? {})));
}

/** Turn a component into another class of its kind, keeping what both have. */
function switched(component, info, before) {
  const kept = Object.entries(component.config ?? {}).filter(([key]) => shared(key, info, before));
  const label = component.label && component.label !== className(component.provider) ? component.label : info.template.label;
  return { ...structuredClone(info.template), label, config: { ...structuredClone(info.template.config), ...Object.fromEntries(kept) } };
}

function TypeSwitch({ component, path, catalogue }) {
  const kind = kindOfComponent(component);
  const choices = useMemo(() => {
    const all = new Set([...(catalogue?.values() ?? [])].filter((info) => info.kind === kind));
    return [...all].map((info) => ({ value: info.provider, label: info.label + (info.missing ? " (not installed)" : ""), disabled: Boolean(info.missing) }));
  }, [catalogue, kind]);
  const current = catalogue?.get(component.provider)?.provider ?? component.provider;
  if (choices.length < 2 && choices[0]?.value === current) return null;
  return (
    <Labelled label={kind === "model" ? "Provider" : "Type"}>{(bind) => (
      <SelectInput {...bind} value={current} options={choices} onChange={(provider) => {
        const info = catalogue.get(provider);
        if (!info || provider === current) return;
        emit({ op: "replace", path, component: switched(component, info, catalogue.get(current)) });
        const lost = leftOut(component, info, catalogue.get(current));
        if (lost.length) toast(`${info.label} does not have ${listed(lost.map((name) => `“${fieldLabel(name, component.provider)}”`))}.`, { description: "What was set there is left out; undo brings it back." });
      }} />
    )}</Labelled>
  );
}

function Crumbs({ path }) {
  const component = useStore((s) => s.component);
  const steps = useMemo(() => trail(path), [component, path]);
  if (steps.length < 2) return <span>{steps.length ? kindOf(kindOfComponent(steps[0].component)).word : "Inspector"}</span>;
  return (
    <nav className="sb-crumbs" aria-label="Inside">
      {steps.slice(0, -1).map((step) => (
        <span key={step.path}><button type="button" onClick={() => focusPath(step.path)}>{labelOf(step.component)}</button><ChevronRight aria-hidden="true" /></span>
      ))}
    </nav>
  );
}

function Details({ component, path }) {
  const kind = kindOfComponent(component);
  const copy = () => navigator.clipboard.writeText(JSON.stringify(component, null, 2)).then(() => toast("Copied as component JSON."), () => toast.error("The browser did not let us copy."));
  const hasOwn = "description" in (component.config ?? {}) || kind === "agent" || kind === "tool";
  return (
    <section className="sb-details">
      <h3>About this component</h3>
      {kind !== "agent" && kind !== "tool" ? <Labelled label="Label">{(bind) => <TextInput {...bind} value={component.label === className(component.provider) ? "" : component.label} nullable placeholder={typeLabel(component.provider)} onChange={(text) => setValue(join(path, "label"), text)} />}</Labelled> : null}
      {hasOwn ? null : <Labelled label="Description">{(bind) => <ProseInput {...bind} rows={2} nullable value={component.description} onChange={(text) => setValue(join(path, "description"), text)} />}</Labelled>}
      <dl><dt>Provider</dt><dd className="st-mono">{component.provider}</dd><dt>Version</dt><dd>{component.component_version ?? component.version ?? 1}</dd></dl>
      <div className="sb-row">
        <button type="button" className="sb-link" onClick={() => { patch({ place: null }); setPanels({ drawer: "json" }); }}><Braces aria-hidden="true" />Show in the JSON</button>
        <button type="button" className="sb-link" onClick={copy}><Copy aria-hidden="true" />Copy as JSON</button>
      </div>
    </section>
  );
}

function ComponentView({ path }) {
  const { component, problems, document } = useStore((s) => ({ component: valueAt(s.component, path), problems: s.problems, document: s.component }));
  const bypassed = useStore((s) => s.flags.bypassed?.includes(path) ?? false);
  const catalogue = useCatalogue();
  const own = useMemo(() => ownProblems(problems, document, path), [problems, document, path]);
  if (!component) return <p className="sb-hint">It is not there any more.</p>;
  const kind = kindOfComponent(component);
  const info = catalogue?.get(component.provider);
  const node = nodeFor(path);
  const bypass = () => emit({ op: "bypass", path, value: !bypassed });
  const duplicable = node && node.data.path === path && /\/participants\/\d+$/.test(path);
  return (
    <>
      <header className="sb-inspector-head">
        <KindIcon kind={kind} provider={component.provider} size={36} />
        <div><h2>{labelOf(component)}</h2><p>{typeLine(labelOf(component), typeLabel(component.provider), kind)}</p></div>
        {kind === "other" ? null : <button type="button" className="st-btn st-btn-s" title="Test it by itself" onClick={() => tryOut(path)}><FlaskConical aria-hidden="true" />Test</button>}
        {duplicable ? <button type="button" className="sb-icon" title="Duplicate" aria-label="Duplicate" onClick={duplicateSelected}><CopyPlus aria-hidden="true" /></button> : null}
        {duplicable ? <button type="button" className="sb-icon" title="Bypass (B)" aria-label="Bypass" aria-pressed={bypassed} onClick={bypass}><CircleSlash aria-hidden="true" /></button> : null}
        {path ? <button type="button" className="sb-icon" title="Remove" aria-label={"Remove " + labelOf(component)} onClick={() => emit({ op: "remove", path })}><Trash2 aria-hidden="true" /></button> : null}
      </header>
      {bypassed ? <p className="sb-bypass" role="status"><span>Bypassed: left out of runs and exports.</span><button type="button" className="st-btn st-btn-s" onClick={bypass}>Take part</button></p> : null}
      {own.length ? <ul className="sb-problem-list" aria-label="Problems here">{own.map((problem) => <ProblemLine key={problem.code + problem.path} problem={problem} />)}</ul> : null}
      <div className="sb-form sb-form-top"><TypeSwitch component={component} path={path} catalogue={catalogue} /></div>
      {catalogue === null ? <div className="sb-form" aria-busy="true">{[64, 96, 64].map((h, i) => <div key={i} className="st-skeleton" style={{ height: h }} />)}</div>
        : <SchemaForm key={path + component.provider} component={component} path={path} schema={info?.config_schema} />}
      {catalogue !== null && !info ? <p className="sb-hint">Studio does not know this class; its fields are shown as they are in the JSON.</p> : null}
      {info?.missing ? <p className="sb-hint">{info.missing}</p> : null}
      <Details component={component} path={path} />
    </>
  );
}

function EdgeView({ edge }) {
  const names = useStore((s) => {
    const name = (id) => s.graph.nodes.find((node) => node.id === id)?.data.label ?? id;
    return { from: name(edge.source), to: name(edge.target) };
  });
  const set = (value) => emit({ op: "set_edge", edge: edge.id, value }, 300);
  const graph = edge.type === "graph";
  return (
    <>
      <header className="sb-inspector-head"><div><h2>{names.from} → {names.to}</h2><p>{graph ? "Path of the graph" : "Hand-off"}</p></div>
        <button type="button" className="sb-icon" title="Remove" aria-label="Remove this connection" onClick={() => { emit({ op: "disconnect", edge: edge.id }); selectNodes([]); }}><Trash2 aria-hidden="true" /></button></header>
      {graph ? (
        <div className="sb-form">
          <Labelled label="Condition" help="Taken when the last message holds this text. Empty: always.">{(bind) => <TextInput {...bind} value={edge.data.condition ?? ""} onChange={(text) => set({ condition: text || null })} />}</Labelled>
          <Labelled label="Or an expression" help="Over text, source, messages and turn, for example: 'APPROVE' in text and turn > 2">{(bind) => <TextInput {...bind} mono value={edge.data.expression} onChange={(text) => set({ condition_expression: text ? { expression: text } : null })} />}</Labelled>
          <Labelled label="Activation group" help="Edges of one group into a node count together.">{(bind) => <TextInput {...bind} value={edge.data.activation_group} placeholder={names.to} onChange={(text) => set({ activation_group: text || null })} />}</Labelled>
          <Labelled label={`${names.to} starts when`}>{(bind) => <SelectInput {...bind} value={edge.data.activation_condition || "all"} options={[{ value: "all", label: "All of the group have spoken" }, { value: "any", label: "Any of the group has spoken" }]} onChange={(value) => set({ activation_condition: value })} />}</Labelled>
        </div>
      ) : <div className="sb-form"><p className="sb-help">{names.from} may hand the conversation to {names.to}. What it says then is set in the hand-offs of {names.from}.</p>
        <button type="button" className="st-btn" onClick={() => focusPath(edge.data.path.split("/config/handoffs/")[0])}>Open {names.from}</button></div>}
    </>
  );
}

function Several({ count }) {
  return (
    <>
      <header className="sb-inspector-head"><div><h2>{count} selected</h2><p>Drag to move them together.</p></div></header>
      <div className="sb-form"><button type="button" className="st-btn" onClick={duplicateSelected}><CopyPlus aria-hidden="true" />Duplicate</button></div>
    </>
  );
}

export function Inspector() {
  const { panels, focus, selected, graph } = useStore((s) => ({ panels: s.panels, focus: s.focus, selected: s.selected, graph: s.graph }));
  const box = useRef(null);
  const [width, setWidth] = useState(null);
  if (!panels?.inspectorOpen || !graph) return null;
  const edge = graph.edges.find((item) => item.id === selected[0]);
  const note = isPaper(graph.nodes.find((node) => node.id === selected[0]));
  if ((focus === null && !edge && selected.length < 2) || (note && selected.length === 1)) return null;
  const wide = width ?? panels.inspectorWidth;
  const start = (e) => {
    e.preventDefault();
    const from = e.clientX, was = wide;
    const move = (m) => setWidth(Math.max(280, Math.min(640, was + from - m.clientX)));
    const stop = () => {
      window.removeEventListener("pointermove", move);
      setWidth((w) => { if (w) setPanels({ inspectorWidth: w }); return null; });
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", stop, { once: true });
  };
  const onKeyDown = (e) => {
    const by = { ArrowLeft: 16, ArrowRight: -16 }[e.key];
    if (by) { e.preventDefault(); e.stopPropagation(); setPanels({ inspectorWidth: Math.max(280, Math.min(640, wide + by)) }); }
  };
  return (
    <aside className="sb-inspector" aria-label="Inspector" style={{ width: wide }} ref={box} onFocus={(e) => patch({ place: e.target.closest("[data-field]")?.dataset.field ?? null })}>
      <div className="sb-grip" role="separator" aria-orientation="vertical" aria-label="Width of the inspector" aria-valuenow={wide} aria-valuemin={280} aria-valuemax={640} tabIndex={0} onPointerDown={start} onKeyDown={onKeyDown} />
      <div className="sb-inspector-bar">
        {focus !== null && !edge && selected.length < 2 ? <Crumbs path={focus} /> : <span>Selection</span>}
        <button type="button" className="sb-icon" title="Close (Esc)" aria-label="Close the inspector" onClick={() => { selectNodes([]); patch({ focus: null }); }}><PanelRightClose aria-hidden="true" /></button>
      </div>
      <div className="sb-inspector-body" data-path={focus ?? undefined} key={edge?.id ?? focus ?? "many"}>
        {edge ? <EdgeView edge={edge} /> : selected.length > 1 ? <Several count={selected.length} /> : <ComponentView path={focus} />}
      </div>
    </aside>
  );
}

