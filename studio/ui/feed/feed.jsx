// The conversation of a run: only the rows that can be seen are in the page, the end is kept in
// sight while it grows unless somebody has scrolled away.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ArrowDown } from "lucide-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEnd } from "./end.js";
import { levelOf, textOf } from "./items.js";
import { Row } from "./rows.jsx";
import { spoken } from "./words.js";

const HEIGHTS = { tool: 44, call: 44, turn: 36, notice: 36, handoff: 40, select: 40, thought: 44, memory: 44 };

/** The items that are to be seen: by level of detail, moment, and what is looked for. */
export function visible(items, { level, cursor, filter }) {
  const { query, speaker, edge } = filter;
  const words = query.trim().toLowerCase();
  const seqs = edge ? new Set(edge.seqs) : null;
  return items.filter((item) => {
    if (item.gone || (cursor !== null && item.seq > cursor) || (cursor !== null && item.open)) return false;
    if (item.open && !/\S/.test(item.text)) return false;
    if (levelOf(item) > level) return false;
    if (seqs && !seqs.has(item.seq)) return false;
    if (speaker && !belongs(item, speaker)) return false;
    return !words || haystack(item).includes(words);
  });
}

function belongs(item, speaker) {
  const [who, tool] = speaker.split("::");
  if (tool) return item.kind === "tool" && item.speaker === who && item.name === tool;
  return item.speaker === who || item.speaker.startsWith(who + "/");
}

const texts = new WeakMap();

function haystack(item) {
  let text = texts.get(item);
  if (text === undefined) {
    text = [item.source, item.text ?? textOf(item.body), item.name, item.args && JSON.stringify(item.args), item.result, item.body.prompt, item.body.message, item.body.stop_reason].filter(Boolean).join("\n").toLowerCase();
    texts.set(item, text);
  }
  return text;
}

function useAnnounced(log) {
  const [text, setText] = useState("");
  const last = useRef(null);
  useEffect(() => {
    const item = log.items.at(-1);
    if (!item || item.open || item.key === last.current) return;
    const first = last.current === null;
    last.current = item.key;
    if (first || levelOf(item) > 0) return;
    setText(item.kind === "result" ? "The run has ended. " + (item.body.stop_reason ?? "") : `${spoken(item.source)}: ${(item.body.prompt ?? textOf(item.body)).slice(0, 200)}`);
  }, [log, log.version]);
  return text;
}

// The row at the upper edge and how far it is scrolled over it.
function anchorOf(virtual) {
  const row = virtual.scrollOffset === null ? null : virtual.getVirtualItemForOffset(virtual.scrollOffset);
  return row ? { key: row.key, into: virtual.scrollOffset - row.start } : null;
}

export function Feed({ log, view, actions, selected, onSelect, before = null, empty = null }) {
  const box = useRef(null);
  const { stick, away, setStuck, pin, scrollToFn, hands } = useEnd(box);
  const rows = useMemo(() => visible(log.items, view), [log, log.version, view]);
  const announced = useAnnounced(log);
  const above = useRef(null);
  const [margin, setMargin] = useState(0);
  useEffect(() => {
    let height = 0;
    const watch = new ResizeObserver(() => {
      const grown = (above.current?.offsetHeight ?? 0) - height;
      height += grown;
      setMargin(height);
      const element = box.current;
      if (!element) return;
      if (stick.current) pin();
      else if (element.scrollTop >= height - grown) element.scrollTop += grown;
    });
    watch.observe(above.current);
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const getItemKey = useCallback((i) => rows[i].key, [rows]);
  const virtual = useVirtualizer({
    scrollMargin: margin,
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (i) => HEIGHTS[rows[i].kind] ?? 96,
    getItemKey,
    scrollToFn,
    overscan: 4,
    paddingStart: 8,
    paddingEnd: 24,
  });
  const toEnd = useCallback(() => {
    setStuck(true);
    pin();
  }, []);
  const total = virtual.getTotalSize();
  useEffect(() => { if (stick.current) pin(); }, [total, rows.length, log.version, before]);
  useEffect(() => { toEnd(); }, [log.runId, view.cursor === null]);
  const anchor = useRef(null);
  useLayoutEffect(() => {
    const at = anchor.current && !stick.current ? rows.findIndex((row) => row.key === anchor.current.key) : -1;
    if (at >= 0) virtual.scrollToOffset(virtual.measurementsCache[at].start + anchor.current.into);
    anchor.current = null;
  }, [log]);
  if (log.partial) anchor.current = anchorOf(virtual);
  useEffect(() => {
    const at = selected ? rows.findIndex((row) => row.key === selected) : -1;
    if (at >= 0 && !virtual.getVirtualItems().some((one) => one.index === at)) {
      setStuck(false);
      virtual.scrollToIndex(at, { align: "center" });
    }
  }, [selected]);
  const move = (step) => {
    const at = rows.findIndex((row) => row.key === selected);
    const next = at < 0 ? rows.length - 1 : Math.min(rows.length - 1, Math.max(0, at + step));
    if (!rows[next]) return;
    setStuck(false);
    onSelect?.(rows[next].key);
    virtual.scrollToIndex(next, { align: "auto" });
  };
  const onKeyDown = (e) => {
    if (e.target.closest("input, textarea, select, [contenteditable=true]") || e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "j" || e.key === "ArrowDown") { e.preventDefault(); move(1); }
    else if (e.key === "k" || e.key === "ArrowUp") { e.preventDefault(); move(-1); }
    else if (e.key === "End") { e.preventDefault(); toEnd(); }
    else if (e.key === "Home") { e.preventDefault(); setStuck(false); box.current.scrollTop = 0; }
    else if (e.key === "Enter" && e.target === box.current && selected) box.current.querySelector(`[data-key="${CSS.escape(selected)}"] button`)?.click();
  };
  return (
    <div className="sf-feed">
      <div ref={box} className="sf-scroll" role="log" aria-label="Conversation" aria-live="off" tabIndex={0} {...hands} onKeyDown={onKeyDown}>
        <div ref={above} className="sf-column">{log.partial ? <p className="st-small st-muted sf-reading">Reading what came before…</p> : before}</div>
        {rows.length === 0 ? empty : null}
        <div className="sf-space" style={{ height: total }}>
          {virtual.getVirtualItems().map((one) => (
            <div key={one.key} ref={virtual.measureElement} data-index={one.index} className="sf-slot" style={{ transform: `translateY(${one.start - margin}px)` }}
              onClick={(e) => { if (!e.target.closest("button, a, input, pre") && !window.getSelection()?.toString()) onSelect?.(rows[one.index].key); }}>
              <div className="sf-column"><Row item={rows[one.index]} actions={actions} cursor={view.cursor} selected={selected === rows[one.index].key} /></div>
            </div>
          ))}
        </div>
      </div>
      <p className="st-sr" aria-live="polite">{announced}</p>
      {away ? <button type="button" className="st-btn st-btn-s sf-to-end" onClick={toEnd}><ArrowDown aria-hidden="true" />Newest</button> : null}
    </div>
  );
}
