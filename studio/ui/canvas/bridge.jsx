// The one place where the builder's store and the page's state meet; shows nothing.
import { useEffect, useRef } from "react";
import { followRun } from "./runs.js";
import { adoptFlags, adoptGraph, connect, flush, loadPanels, openTeam, patch, refuse } from "./store.js";

export function BuilderLink({ team, scope, graph, flags, ack, problems, refused, run, onOps, onCommand }) {
  const carry = useRef({});
  carry.current = { onOps, onCommand };
  useEffect(() => {
    loadPanels();
    connect({
      onOps: (ops, seq, base) => carry.current.onOps?.(ops, seq, base),
      onCommand: (name, value) => carry.current.onCommand?.(name, value),
    });
    window.addEventListener("pagehide", flush);
    return () => {
      flush();
      window.removeEventListener("pagehide", flush);
    };
  }, []);
  useEffect(() => { openTeam(team ?? ""); }, [team]);
  useEffect(() => { if (team && graph?.nodes?.length) adoptGraph(graph, scope ?? ""); }, [team, graph?.rev, graph]);
  useEffect(() => { if (team && flags) adoptFlags(flags, ack ?? 0); }, [team, flags, ack]);
  useEffect(() => { patch({ problems: problems ?? [] }); }, [problems]);
  useEffect(() => { if (refused) refuse(); }, [refused]);
  useEffect(() => (run ? followRun(run) : undefined), [run]);
  return null;
}

