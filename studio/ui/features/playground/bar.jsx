// What is above the conversation: how much is shown, what is looked for, which moment it is.
import { Search, X } from "lucide-react";
import { visible } from "../../../feed/component/feed.jsx";
import { clearFilter, isFiltered, setCursor, setFilter, setLevel, useStore } from "../../../feed/component/store.js";
import { count, spoken } from "../../../feed/component/words.js";

const LEVELS = ["Messages", "Steps", "Everything"];

export function Bar({ log }) {
  const { filter, level, cursor } = useStore((s) => ({ filter: s.filter, level: s.level, cursor: s.cursor }));
  const about = filter.edge ? `${spoken(filter.edge.from.split("/").at(-1))} → ${spoken(filter.edge.to.split("/").at(-1))}` : filter.speaker ? filter.speaker.split("::").map((part) => spoken(part.split("/").at(-1))).join(" using ") : "";
  return (
    <div className="sk-bar">
      <div className="sk-levels" role="radiogroup" aria-label="How much is shown">
        {LEVELS.map((name, i) => <button key={name} type="button" role="radio" aria-checked={level === i} onClick={() => setLevel(i)}>{name}</button>)}
      </div>
      <label className="sk-search"><Search aria-hidden="true" /><input type="search" value={filter.query} placeholder="Search this run" aria-label="Search this run" onChange={(e) => setFilter({ query: e.target.value })} onKeyDown={(e) => { if (e.key === "Escape" && filter.query) { e.stopPropagation(); setFilter({ query: "" }); } }} /></label>
      {about ? <span className="st-chip">{about}<button type="button" className="sf-tiny" aria-label="Show everything again" onClick={clearFilter}><X aria-hidden="true" /></button></span> : null}
      {cursor !== null ? <span className="st-chip st-chip-warn">As it was at event {cursor}<button type="button" className="sf-tiny" aria-label="Back to now" onClick={() => setCursor(null)}><X aria-hidden="true" /></button></span> : null}
      <span className="st-small st-muted sk-count">{isFiltered(filter) ? `${count(visible(log.items, { filter, level, cursor }).length)} found` : ""}</span>
      {log.error ? <span className="st-chip st-chip-danger">{log.error.message}</span> : null}
    </div>
  );
}
