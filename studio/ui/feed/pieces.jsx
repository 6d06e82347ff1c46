// Small pieces of rows: who speaks, the mark beside it, a fold for what is long.
import { useLayoutEffect, useRef, useState } from "react";
import { Bot, User, Users } from "lucide-react";
import { spoken } from "./words.js";

export function Mark({ kind }) {
  const Icon = { user: User, team: Users }[kind] ?? Bot;
  return <span className="sf-mark" data-kind={kind} aria-hidden="true"><Icon /></span>;
}

export function Who({ name, speaker }) {
  const around = speaker?.includes("/") ? speaker.split("/").slice(0, -1).join(" / ") : "";
  return <span className="sf-who">{around ? <span className="sf-around">{around} / </span> : null}{spoken(name)}</span>;
}

const LINE = 21;

/**
 * Shows the first lines of what is long, and a button for the rest. Of what is `sure` to be long the
 * children are a function, so that only the beginning need be made.
 */
export function Fold({ lines = 20, sure = false, children }) {
  const ref = useRef(null);
  const [found, setFound] = useState(false);
  const [open, setOpen] = useState(false);
  const long = sure || found;
  useLayoutEffect(() => {
    const box = ref.current;
    if (box && !open && !sure) setFound(box.scrollHeight > lines * LINE + 48);
  }, [children, lines, open, sure]);
  return (
    <div className="sf-fold" data-folded={(long && !open) || undefined}>
      <div ref={ref} style={long && !open ? { maxHeight: lines * LINE, overflow: "hidden" } : undefined}>{typeof children === "function" ? children(open) : children}</div>
      {long ? <button type="button" className="sf-more" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? "Show less" : "Show all"}</button> : null}
    </div>
  );
}
