// The frame around every page: navigation rail, command palette, key sheet, skip link.
// Pages offer commands by dispatching `studio:commands` with [{id, title, group?, keys?, run?}]; what
// cannot be run from a list stands on the key sheet only.
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { House, Workflow, MessagesSquare, LayoutGrid, Rocket, Settings, Sun, Moon, Keyboard, PanelLeft, Search } from "lucide-react";
import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import { useWaiting } from "./waiting.jsx";

const PAGES = [
  { id: "home", title: "Home", to: "/", icon: House },
  { id: "build", title: "Build", to: "/build", icon: Workflow },
  { id: "playground", title: "Playground", to: "/playground", icon: MessagesSquare },
  { id: "gallery", title: "Gallery", to: "/gallery", icon: LayoutGrid },
  { id: "deploy", title: "Deploy", to: "/deploy", icon: Rocket },
];
const SETTINGS = { id: "settings", title: "Settings", to: "/settings", icon: Settings };
const SECTIONS = ["Keys", "Appearance", "About"];
const MAC = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
export const MOD = MAC ? "⌘" : "Ctrl";

const commands = new Map();
if (typeof window !== "undefined" && !window.__studioCommands) {
  window.__studioCommands = commands;
  window.addEventListener("studio:commands", (e) => {
    const { owner, items } = e.detail;
    commands.set(owner, items);
  });
}

function typing(target) {
  return target?.closest?.("input, textarea, select, [contenteditable=true], .cm-editor");
}

function RailLink({ page, active, waiting = 0 }) {
  const Icon = page.icon;
  const name = waiting ? `${page.title}, ${waiting} ${waiting === 1 ? "question waits" : "questions wait"} for you` : page.title;
  return (
    <Link to={page.to} aria-current={active === page.id ? "page" : undefined} title={name} aria-label={name}>
      <span className="st-waiting" data-count={waiting || undefined}><Icon aria-hidden="true" /></span><span className="st-label">{page.title}</span>
    </Link>
  );
}

function Dialog({ open, onClose, className = "", label, children }) {
  const ref = useRef(null);
  useEffect(() => {
    const box = ref.current;
    if (open && !box.open) box.showModal();
    if (!open && box.open) box.close();
  }, [open]);
  return (
    <dialog ref={ref} className={"st-dialog " + className} aria-label={label} onClose={onClose}
      onClick={(e) => { if (e.target === ref.current) onClose(); }}>
      {open ? children : null}
    </dialog>
  );
}

function score(text, query) {
  const t = text.toLowerCase(), q = query.toLowerCase();
  if (!q) return 1;
  const at = t.indexOf(q);
  if (at >= 0) return 100 - at;
  let i = 0;
  for (const c of t) if (c === q[i]) i++;
  return i === q.length ? 1 : 0;
}

function Palette({ onClose, base }) {
  const [query, setQuery] = useState("");
  const [picked, setPicked] = useState(0);
  const [teams, setTeams] = useState([]);
  const navigate = useNavigate();
  useEffect(() => {
    const stop = new AbortController();
    fetch("/api/teams?limit=100", { signal: stop.signal }).then((r) => (r.ok ? r.json() : { items: [] }))
      .then((page) => setTeams(page.items ?? [])).catch(() => {});
    return () => stop.abort();
  }, []);
  const found = useMemo(() => {
    const all = [
      ...[...commands.values()].flat().filter((item) => item.run),
      ...base,
      ...teams.map((t) => ({ id: "team:" + t.team_id, title: t.name, group: "Teams", run: () => navigate("/build/" + t.team_id) })),
    ];
    return all.map((item) => ({ item, s: score(item.title, query) })).filter((x) => x.s > 0)
      .sort((a, b) => (query ? b.s - a.s : 0)).map((x) => x.item).slice(0, 60);
  }, [query, teams, base]);
  const choose = (item) => { onClose(); item?.run?.(); };
  const onKey = (e) => {
    if (e.key === "ArrowDown") { e.preventDefault(); setPicked((p) => Math.min(p + 1, found.length - 1)); }
    else if (e.key === "ArrowUp") { e.preventDefault(); setPicked((p) => Math.max(p - 1, 0)); }
    else if (e.key === "Enter") { e.preventDefault(); choose(found[picked]); }
  };
  useEffect(() => { document.getElementById("st-palette-" + picked)?.scrollIntoView({ block: "nearest" }); }, [picked]);
  return (
    <div onKeyDown={onKey}>
      <input autoFocus value={query} placeholder="Search teams, nodes, actions and settings" role="combobox" aria-expanded="true" aria-controls="st-palette-list"
        aria-label="Search commands" aria-activedescendant={"st-palette-" + picked} onChange={(e) => { setQuery(e.target.value); setPicked(0); }} />
      <ul id="st-palette-list" role="listbox">
        {found.length === 0 ? <div className="st-empty st-small">Nothing is called that.</div> : null}
        {found.map((item, i) => (
          <li key={item.id} id={"st-palette-" + i} role="option" aria-selected={i === picked} onMouseMove={() => setPicked(i)} onClick={() => choose(item)}>
            <span>{item.title}</span>
            {item.keys ? <span className="st-kbd">{item.keys}</span> : <span className="st-kbd">{item.group ?? "Action"}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Sheet({ base }) {
  const groups = new Map();
  for (const item of [...base, ...[...commands.values()].flat()]) {
    if (!item.keys) continue;
    const name = item.group ?? "Here";
    groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return (
    <div className="st-dialog-body">
      <h2>Keyboard</h2>
      {[...groups].map(([name, items]) => (
        <section key={name} className="st-col">
          <h3 className="st-small st-muted">{name}</h3>
          <div className="st-sheet">{items.map((c) => <div key={c.id}><span>{c.title}</span><span className="st-kbd">{c.keys}</span></div>)}</div>
        </section>
      ))}
    </div>
  );
}

export function Shell({ active, mode, onTheme }) {
  const [wide, setWide] = useState(false);
  const [dialog, setDialog] = useState(null);
  const navigate = useNavigate();
  const waiting = useWaiting();
  useEffect(() => { setWide(localStorage.getItem("studio.rail") === "wide"); }, []);
  const toggle = () => setWide((w) => { localStorage.setItem("studio.rail", w ? "" : "wide"); return !w; });
  const theme = useRef(onTheme); theme.current = onTheme;
  const base = useMemo(() => [
    ...[...PAGES, SETTINGS].map((p) => ({ id: "go:" + p.id, title: "Go to " + p.title, group: "Pages", run: () => navigate(p.to) })),
    ...SECTIONS.map((name) => ({ id: "go:settings:" + name, title: "Settings: " + name, group: "Settings", run: () => navigate("/settings#" + name.toLowerCase()) })),
    { id: "palette", title: "Search everything", group: "Anywhere", keys: MOD + " K", run: () => setDialog("palette") },
    { id: "keys", title: "Show keyboard shortcuts", group: "Anywhere", keys: "?", run: () => setDialog("keys") },
    { id: "theme", title: "Switch between light and dark", group: "Anywhere", run: () => theme.current() },
  ], []);
  useEffect(() => {
    const onKey = (e) => {
      if ((e.ctrlKey || e.metaKey) && !e.shiftKey && e.key.toLowerCase() === "k") { e.preventDefault(); setDialog((d) => (d === "palette" ? null : "palette")); }
      else if (e.key === "?" && !e.ctrlKey && !e.metaKey && !typing(e.target)) { e.preventDefault(); setDialog("keys"); }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const close = () => setDialog(null);
  const ThemeIcon = mode === "dark" ? Sun : Moon;
  return (
    <>
      <nav className="st-rail" data-open={String(wide)} aria-label="Main">
        <Link to="/" className="st-logo" aria-label="Studio home"><img src="/favicon.svg" width="20" height="20" alt="" /><span className="st-label">Studio</span></Link>
        {PAGES.map((p) => <RailLink key={p.id} page={p} active={active} waiting={p.id === "playground" ? waiting : 0} />)}
        <span className="st-grow" />
        <button className="st-optional" onClick={() => setDialog("palette")} title={"Search (" + MOD + " K)"} aria-label="Search everything"><Search aria-hidden="true" /><span className="st-label">Search</span></button>
        <button className="st-optional" onClick={() => setDialog("keys")} title="Keyboard (?)" aria-label="Keyboard shortcuts"><Keyboard aria-hidden="true" /><span className="st-label">Keyboard</span></button>
        <button className="st-optional" onClick={() => onTheme()} title="Light or dark" aria-label="Switch between light and dark"><ThemeIcon aria-hidden="true" /><span className="st-label">{mode === "dark" ? "Light" : "Dark"}</span></button>
        <RailLink page={SETTINGS} active={active} />
        <button className="st-optional" onClick={toggle} aria-expanded={wide} title={wide ? "Fold" : "Show names"} aria-label={wide ? "Fold the navigation" : "Show names in the navigation"}><PanelLeft aria-hidden="true" /><span className="st-label">Fold</span></button>
      </nav>
      <Dialog open={dialog === "palette"} onClose={close} className="st-palette" label="Search everything"><Palette onClose={close} base={base} /></Dialog>
      <Dialog open={dialog === "keys"} onClose={close} label="Keyboard shortcuts"><Sheet base={base} /></Dialog>
    </>
  );
}
