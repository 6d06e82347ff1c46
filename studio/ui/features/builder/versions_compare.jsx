// What is different between two versions: on both canvases, component by component, and as text.
import { Suspense, lazy, useEffect, useState } from "react";
import { Braces, Minus, PencilLine, Plus, Workflow } from "lucide-react";
import { KINDS, KindIcon, kindOf } from "../../../canvas/component/kinds.jsx";
import { isWithin } from "../../../canvas/component/pointer.js";
import { compare, titleOf } from "./versions_api.js";

const TextDifference = lazy(() => import("./versions_text.jsx").then((module) => ({ default: module.TextDifference })));

const SIGNS = { added: "+", removed: "−", changed: "~" };
const BOX_W = 148, BOX_H = 44, SCALE = 0.46, PAD = 12;
const short = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

function Canvas({ picture, label, inside, onOpen }) {
  if (!picture) return <p className="sb-help">It does not have this team.</p>;
  const { nodes, edges } = picture;
  if (!nodes.length) return <p className="sb-help">Nothing is on it.</p>;
  const xs = nodes.map((node) => node.x * SCALE), ys = nodes.map((node) => node.y * SCALE);
  const x0 = Math.min(...xs), y0 = Math.min(...ys);
  const at = Object.fromEntries(nodes.map((node, i) => [node.id, { x: xs[i] - x0 + PAD, y: ys[i] - y0 + PAD }]));
  const width = Math.max(...xs) - x0 + BOX_W + PAD * 2, height = Math.max(...ys) - y0 + BOX_H + PAD * 2;
  return (
    <svg className="sb-vs-canvas" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} style={{ maxWidth: width, maxHeight: Math.min(320, height) }}>
      {edges.map((edge) => {
        const a = at[edge.source], b = at[edge.target];
        if (!a || !b) return null;
        const x1 = a.x + BOX_W, y1 = a.y + BOX_H / 2, x2 = b.x, y2 = b.y + BOX_H / 2;
        const bend = Math.max(16, Math.abs(x2 - x1) / 2);
        return <path key={`${edge.type}:${edge.source}:${edge.target}`} data-change={edge.change ?? undefined} d={`M${x1} ${y1} C ${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`} />;
      })}
      {nodes.map((node) => {
        const Icon = (KINDS[node.kind] ?? KINDS.other).icon;
        const { x, y } = at[node.id];
        const into = inside.get(node.path);
        return (
          <g key={node.id} data-opens={into !== undefined || undefined} onClick={into === undefined ? undefined : () => onOpen(into)} data-kind={node.kind} data-change={node.change ?? undefined} transform={`translate(${x} ${y})`}>
            <title>{node.label}{node.change ? `, ${node.change}` : ""}{into === undefined ? "" : ": open"}</title>
            <rect width={BOX_W} height={BOX_H} rx="8" />
            <Icon x="10" y="14" width="16" height="16" />
            <text x="34" y="19" className="sb-vs-name">{short(node.label, node.change ? 13 : 15)}</text>
            <text x="34" y="33">{short(node.detail === node.label ? kindOf(node.kind).word : node.detail, 17)}</text>
            {node.change ? <g transform={`translate(${BOX_W - 12} 12)`} className="sb-vs-sign"><circle r="8" /><text textAnchor="middle" y="4">{SIGNS[node.change]}</text></g> : null}
          </g>
        );
      })}
    </svg>
  );
}

const ICONS = { added: Plus, removed: Minus, changed: PencilLine };

const fieldName = (name) => name.replaceAll("_", " ");

function Part({ part }) {
  const Icon = ICONS[part.change];
  return (
    <li className="sb-vs-part" data-change={part.change}>
      <span className="sb-vs-mark" aria-hidden="true"><Icon /></span>
      <div>
        <p><KindIcon kind={part.kind} size={20} /><b>{part.label}</b><span>{part.change === "changed" ? "" : part.change + " · "}{kindOf(part.kind).word.toLowerCase()}{part.inside.length > 1 ? ` of ${part.inside.at(-1)}` : ""}</span></p>
        {part.fields.length ? (
          <dl>{part.fields.map((field) => (
            <div key={field.name}><dt>{fieldName(field.name)}</dt><dd>{field.before !== null ? <del>{field.before || "(empty)"}</del> : null}{field.after !== null ? <ins>{field.after || "(empty)"}</ins> : <em>taken away</em>}</dd></div>
          ))}</dl>
        ) : null}
      </div>
    </li>
  );
}

export function PartList({ parts, most }) {
  const [all, setAll] = useState(false);
  const shown = all || !most ? parts : parts.slice(0, most);
  return (
    <>
      <ul className="sb-vs-parts" aria-label="What is different">{shown.map((part, index) => <Part key={index} part={part} />)}</ul>
      {shown.length < parts.length ? <button type="button" className="sb-link" onClick={() => setAll(true)}>Show {parts.length - shown.length} more</button> : null}
    </>
  );
}

/** Loads a comparison; `changed` makes it load again. */
export function useComparison(teamId, before, after, changed) {
  const [found, setFound] = useState(null);
  const [error, setError] = useState(null);
  useEffect(() => {
    if (before === null) { setFound(null); return undefined; }
    const stop = new AbortController();
    compare(teamId, before, after, stop.signal).then(
      (next) => { setFound(next); setError(null); },
      (problem) => { if (problem.name !== "AbortError") { setFound(null); setError(problem); } },
    );
    return () => stop.abort();
  }, [teamId, before, after, changed]);
  return { found, error };
}

/** The levels that a picture's nodes open, by their paths; the team itself does not open again. */
const levelsIn = (levels, side, current) => new Map(levels.flatMap((level, index) => (index === current || !level[side] ? [] : [[level[side], index]])));

/** Which team of the document is looked at: the whole, or one inside. */
function LevelPicker({ levels, current, onChoose }) {
  return (
    <div className="sb-vs-levels" role="group" aria-label="Team to compare">
      {levels.map((level, index) => (
        <button key={index} type="button" aria-pressed={index === current} onClick={() => onChoose(index)} title={[...level.inside, level.label].join(" / ")}>
          {level.inside.length > 1 ? <span aria-hidden="true">{"› ".repeat(level.inside.length - 1)}</span> : null}{level.label}{level.differences ? <em aria-label={`${level.differences} differences`}>{level.differences}</em> : null}
        </button>
      ))}
    </div>
  );
}

const partOf = (level) => (part) => ["before_path", "after_path"].some((side) => level[side] !== null && part[side] !== null && isWithin(part[side], level[side]));

/** Both canvases of one team of the document, and what is different in it. */
function Levels({ found, left, right, alone }) {
  const [chosen, setChosen] = useState(0);
  const current = chosen < found.levels.length ? chosen : 0;
  const level = found.levels[current];
  const parts = found.parts.filter(partOf(level));
  const side = (which, title) => (
    <figure className="sb-vs-figure">{alone ? null : <figcaption>{title}</figcaption>}<div className="sb-vs-side"><Canvas picture={level[which + "_picture"]} label={`Canvas of ${current ? `${level.label} in ` : ""}${title}`} inside={levelsIn(found.levels, which + "_path", current)} onOpen={setChosen} /></div></figure>
  );
  return (
    <>
      {found.levels.length > 1 ? <LevelPicker levels={found.levels} current={current} onChoose={setChosen} /> : null}
      <div className="sb-vs-sides" data-alone={alone || undefined}>{alone ? null : side("before", left)}{side("after", right)}</div>
      {alone ? null : parts.length ? <PartList parts={parts} /> : <p className="sb-help">Both hold the same components with the same settings. Places on the canvas do not count.</p>}
    </>
  );
}

const TABS = [["canvas", "Canvas", Workflow], ["text", "Text", Braces]];

export function CompareView({ found, error, titles, alone }) {
  const [tab, setTab] = useState("canvas");
  if (error) return <p className="sb-error" role="alert">{error.message}</p>;
  if (!found) return <div className="sb-vs-body" aria-busy="true"><div className="st-skeleton" style={{ height: 180 }} /></div>;
  const [left, right] = titles ?? [titleOf(found.before), titleOf(found.after)];
  const onKey = (e) => {
    if (e.key !== "ArrowLeft" && e.key !== "ArrowRight") return;
    const next = tab === "canvas" ? "text" : "canvas";
    setTab(next);
    document.getElementById("sb-vs-" + next)?.focus();
  };
  const same = !found.parts.length;
  return (
    <>
      <div className="sb-vs-tabs" role="tablist" aria-label="Ways to compare">
        {TABS.map(([id, name, Icon]) => <button key={id} id={"sb-vs-" + id} type="button" role="tab" aria-selected={tab === id} aria-controls="sb-vs-body" tabIndex={tab === id ? 0 : -1} onKeyDown={onKey} onClick={() => setTab(id)}><Icon aria-hidden="true" />{name}</button>)}
        <span>{alone ? "The first version" : same ? "No difference" : `${found.parts.length} ${found.parts.length === 1 ? "difference" : "differences"}`}</span>
      </div>
      <div className="sb-vs-body" id="sb-vs-body" role="tabpanel" aria-labelledby={"sb-vs-" + tab}>
        {tab === "canvas" ? (
          <Levels found={found} left={left} right={right} alone={alone} />
        ) : (
          <Suspense fallback={<div className="st-skeleton" style={{ height: 240 }} />}><div className="sb-vs-sides" data-alone={alone || undefined}>{alone ? null : <h4>{left}</h4>}<h4>{right}</h4></div><TextDifference before={found.before_text} after={found.after_text} labels={[left, right]} /></Suspense>
        )}
      </div>
    </>
  );
}
