// The nodes of the canvas: teams, agents and notes, with their slots as places to drop on.
import { memo, useEffect, useRef, useState } from "react";
import { Handle, NodeResizer, Position } from "@xyflow/react";
import { ChevronRight, CircleAlert, CircleCheck, LoaderCircle, Plus, TriangleAlert } from "lucide-react";
import { KindIcon, kindOf, typeLine } from "./kinds.jsx";
import { accepts, dropOn, MIME } from "./drop.js";
import { FrameNode, leaveText } from "./frames.jsx";
import { command, emit, focusPath, get, patch, useStore } from "./store.js";

// Slots that stand on the node even while they are empty; the others are in the inspector.
const SHOWN_EMPTY = new Set(["model", "tools", "termination", "participants", "team", "agent", "code_executor"]);

function startDrag(event, item) {
  event.stopPropagation();
  event.dataTransfer.setData(MIME, item.path);
  event.dataTransfer.effectAllowed = "copyMove";
  patch({ drag: { kind: item.kind, path: item.path, label: item.label } });
}

const endDrag = () => patch({ drag: null });

function useDropTarget(data, slot) {
  const drag = useStore((s) => s.drag);
  const [over, setOver] = useState(false);
  const able = accepts(data, drag) && (!slot || slot.kinds.includes(drag.kind));
  useEffect(() => { if (!drag) setOver(false); }, [drag]);
  return {
    able,
    over: able && over,
    bind: able ? {
      onDragOver: (e) => { e.preventDefault(); e.stopPropagation(); e.dataTransfer.dropEffect = drag.path && !e.altKey ? "move" : "copy"; setOver(true); },
      onDragLeave: (e) => { if (!e.currentTarget.contains(e.relatedTarget)) setOver(false); },
      onDrop: (e) => { e.preventDefault(); e.stopPropagation(); dropOn(data, drag, { slot: slot?.slot, copy: e.altKey }); endDrag(); },
    } : {},
  };
}

function SlotItem({ item, focused, detail }) {
  return (
    <button type="button" className="sb-item nodrag" data-kind={item.kind} data-focused={focused || undefined} draggable
      aria-label={`${kindOf(item.kind).word} ${item.label}`} title={item.detail || item.label}
      onDragStart={(e) => startDrag(e, item)} onDragEnd={endDrag}
      onClick={(e) => { e.stopPropagation(); focusPath(item.path); }}>
      <span>{item.label}</span>
      {detail && item.detail && item.detail.toLowerCase() !== item.label.toLowerCase() ? <em>{item.detail}</em> : null}
    </button>
  );
}

function SlotRow({ data, slot, focus }) {
  const target = useDropTarget(data, slot);
  const Icon = kindOf(slot.kind).icon;
  const items = slot.items;
  const shown = items.slice(0, 3);
  return (
    <div className="sb-slot" data-kind={slot.kind} data-empty={items.length === 0 || undefined} data-able={target.able || undefined} data-over={target.over || undefined}
      data-slot={slot.slot} data-missing={(slot.required && items.length === 0) || undefined} {...target.bind}>
      <Icon className="sb-slot-icon" aria-hidden="true" />
      {items.length === 0 ? (
        <button type="button" className="sb-add nodrag" aria-label={`Add to ${slot.label} of ${data.label}`}
          onClick={(e) => { e.stopPropagation(); openQuickAdd(e, data, slot); }}>
          <Plus aria-hidden="true" />{target.able ? "Drop here" : slot.label}
        </button>
      ) : (
        <>
          <div className="sb-items">
            {shown.map((item) => <SlotItem key={item.path} item={item} detail={!slot.many || items.length === 1} focused={focus === item.path || focus?.startsWith(item.path + "/")} />)}
            {items.length > shown.length ? <span className="sb-more">+{items.length - shown.length}</span> : null}
          </div>
          {slot.many ? (
            <button type="button" className="sb-plus nodrag" aria-label={`Add to ${slot.label} of ${data.label}`} title={"Add to " + slot.label}
              onClick={(e) => { e.stopPropagation(); openQuickAdd(e, data, slot); }}><Plus aria-hidden="true" /></button>
          ) : null}
        </>
      )}
    </div>
  );
}

/** Show the list of what fits a slot, beside the pointer or the button. */
export function openQuickAdd(event, data, slot) {
  const box = event.currentTarget?.getBoundingClientRect?.();
  patch({ quickAdd: { x: event.clientX || box?.left || 0, y: event.clientY || box?.bottom || 0, kinds: slot.kinds, path: data.path, slot: slot.slot, label: slot.label } });
}

function Problems({ problems }) {
  if (!problems.errors && !problems.warnings) return null;
  const errors = problems.errors > 0;
  const Icon = errors ? CircleAlert : TriangleAlert;
  const count = problems.errors + problems.warnings;
  const text = [problems.errors && `${problems.errors} error${problems.errors > 1 ? "s" : ""}`, problems.warnings && `${problems.warnings} warning${problems.warnings > 1 ? "s" : ""}`].filter(Boolean).join(", ");
  return <span className="sb-problems" data-level={errors ? "error" : "warning"} title={text} aria-label={text}><Icon aria-hidden="true" />{count}</span>;
}

function RunState({ run }) {
  if (!run) return null;
  const Icon = run.state === "running" ? LoaderCircle : run.state === "error" ? CircleAlert : CircleCheck;
  const word = { running: "Working", error: "Failed", done: "Done" }[run.state];
  return (
    <span className="sb-run" data-state={run.state} role="status">
      <Icon className={run.state === "running" ? "st-spin" : ""} aria-hidden="true" />{word}{run.tokens ? ` · ${run.tokens.toLocaleString()} tokens` : ""}
    </span>
  );
}

function Card({ data, selected, height, children, className = "" }) {
  const far = useStore((s) => s.far) && height > 0;
  const target = useDropTarget(data);
  const dragging = useStore((s) => s.drag !== null);
  const run = useStore((s) => s.runs[data.name]);
  return (
    <div className={"sb-node " + className} data-kind={data.kind} data-selected={selected || undefined} data-able={target.able || undefined} data-over={target.over || undefined}
      data-bypassed={data.bypassed || undefined} data-dim={(dragging && !target.able) || undefined} data-run={run?.state} {...target.bind} style={far ? { height } : undefined}>
      {far ? <div className="sb-far"><KindIcon kind={data.kind} provider={data.provider} size={56} /><strong>{data.label}</strong></div> : children}
      {far ? null : <RunState run={run} />}
    </div>
  );
}

function Slots({ data }) {
  const focus = useStore((s) => (s.focus?.startsWith(data.path + "/") ? s.focus : null));
  const wanted = useStore((s) => s.drag?.kind ?? null);
  const shown = data.slots.filter((slot) => slot.slot !== "participants" && (slot.items.length || SHOWN_EMPTY.has(slot.slot) || (wanted && slot.kinds.includes(wanted))));
  if (!shown.length) return null;
  return <div className="sb-slots">{shown.map((slot) => <SlotRow key={slot.slot} data={data} slot={slot} focus={focus} />)}</div>;
}

function Head({ data, badge }) {
  const nested = data.drill[0];
  return (
    <div className="sb-head">
      <KindIcon kind={data.kind} provider={data.provider} size={32} />
      <div className="sb-title">
        <strong title={data.label}>{data.label}</strong>
        <span>{typeLine(data.label, data.type_label, data.kind)}</span>
      </div>
      {data.bypassed ? <span className="sb-mark sb-mark-off">Bypassed</span> : badge}
      <Problems problems={data.problems} />
      {nested ? (
        <button type="button" className="sb-open nodrag" aria-label={"Open " + nested.label} title={"Open " + nested.label}
          onClick={(e) => { e.stopPropagation(); command("scope", nested.path); }}><ChevronRight aria-hidden="true" /></button>
      ) : null}
    </div>
  );
}

export const TeamNode = memo(function TeamNode({ data, selected, height }) {
  const members = data.slots.find((slot) => slot.slot === "participants");
  const head = useStore((s) => data.path === s.scope);
  return (
    <>
    {head ? null : <Handle type="target" position={Position.Left} />}
    <Card data={data} selected={selected} height={height} className="sb-team">
      <Head data={data} />
      <Badges badges={data.badges} />
      <Slots data={data} />
      {members && head ? <button type="button" className="sb-member nodrag" onClick={(e) => { e.stopPropagation(); openQuickAdd(e, data, members); }}><Plus aria-hidden="true" />Add participant</button> : null}
    </Card>
    <Handle type="source" position={Position.Right} isConnectable={head} />
    </>
  );
});

const Badges = ({ badges }) => (badges.length ? <div className="sb-badges">{badges.slice(0, 4).map((text) => <span key={text}>{text}</span>)}</div> : null);

export const AgentNode = memo(function AgentNode({ data, selected, height }) {
  return (
    <>
    <Handle type="target" position={Position.Left} />
    <Card data={data} selected={selected} height={height} className="sb-agent">
      <Head data={data} badge={data.entry ? <span className="sb-mark">Entry</span> : data.leaf ? <span className="sb-mark">Exit</span> : null} />
      {data.description ? <p className="sb-text" title={data.description}>{data.description}</p> : null}
      <Slots data={data} />
      <Badges badges={data.badges.filter((text) => text !== "streams")} />
    </Card>
    <Handle type="source" position={Position.Right} />
    </>
  );
});

export const NoteNode = memo(function NoteNode({ id, data, selected, width, height }) {
  const [text, setText] = useState(data.description);
  const typing = useRef(false);
  useEffect(() => { if (!typing.current) setText(data.description); }, [data.description]);
  const write = (value) => { setText(value); emit({ op: "note_set", id, text: value }, 400); };
  return (
    <div className="sb-note" data-selected={selected || undefined} style={{ width: width ?? data.width, height: height ?? data.height }}>
      <NodeResizer isVisible={selected} minWidth={120} minHeight={64} onResizeEnd={(_, size) => emit({ op: "note_set", id, width: Math.round(size.width), height: Math.round(size.height) })} />
      <div className="sb-note-grip" aria-hidden="true" />
      <textarea className="nodrag nowheel" aria-label="Note" placeholder="Write a note" value={text} onKeyDown={leaveText}
        onFocus={() => { typing.current = true; }} onBlur={() => { typing.current = false; }} onChange={(e) => write(e.target.value)} />
    </div>
  );
});

export const NODE_TYPES = { team: TeamNode, agent: AgentNode, note: NoteNode, frame: FrameNode };
