// A button that opens a list of actions; arrows move, Esc closes.
import { useEffect, useRef, useState } from "react";

export function Menu({ label, icon, text, className, items, align = "start", searchable = false, children }) {
  const [open, setOpen] = useState(false);
  const [place, setPlace] = useState({});
  const [query, setQuery] = useState("");
  const button = useRef(null), box = useRef(null);
  const close = (focus = true) => { setOpen(false); setQuery(""); if (focus) button.current?.focus(); };
  const show = () => {
    const at = button.current.getBoundingClientRect();
    const up = at.bottom > window.innerHeight - 260;
    setPlace({ ...(up ? { bottom: window.innerHeight - at.top + 4 } : { top: at.bottom + 4 }), ...(align === "end" && at.right > 240 ? { right: window.innerWidth - at.right } : { left: Math.max(8, Math.min(at.left, window.innerWidth - 300)) }), maxHeight: (up ? at.top : window.innerHeight - at.bottom) - 16 });
    setOpen(true);
  };
  useEffect(() => {
    if (!open) return undefined;
    box.current?.showPopover?.();
    (box.current?.querySelector("input, [role=menuitem]"))?.focus();
    const away = (e) => { if (!box.current?.contains(e.target) && !button.current?.contains(e.target)) close(false); };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [open]);
  const onKeyDown = (e) => {
    if (e.key === "Escape") { e.preventDefault(); e.stopPropagation(); close(); return; }
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (!step) return;
    e.preventDefault();
    const all = [...box.current.querySelectorAll("[role=menuitem]:not(:disabled)")];
    all[(all.indexOf(document.activeElement) + step + all.length) % all.length]?.focus();
  };
  const found = (items ?? []).filter((item) => !query || item.title.toLowerCase().includes(query.toLowerCase()));
  return (
    <>
      <button ref={button} type="button" className={className} aria-haspopup={children ? "dialog" : "menu"} aria-expanded={open} aria-label={text ? undefined : label} title={label} onClick={() => (open ? close() : show())}>{icon}{text}</button>
      {open ? (
        <div ref={box} popover="manual" className="sx-menu" role={children ? "dialog" : "menu"} aria-label={label} style={place} onKeyDown={onKeyDown}>
          {searchable ? <input className="st-input" placeholder="Search" aria-label="Search" value={query} onChange={(e) => setQuery(e.target.value)} /> : null}
          {children ? children(close) : found.map((item) => (
            <button key={item.id} type="button" role="menuitem" disabled={item.disabled} data-danger={item.danger || undefined} onClick={() => { close(); item.run(); }}>
              {item.icon}<span><span>{item.title}</span>{item.detail ? <small>{item.detail}</small> : null}</span>
            </button>
          ))}
        </div>
      ) : null}
    </>
  );
}
