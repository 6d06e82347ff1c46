// The playground: sessions, conversation, and one panel with graph, timeline and details.
import { useEffect } from "react";
import { PanelLeftOpen, PanelRightOpen } from "lucide-react";
import "../../../feed/component/feed.css";
import "../../../feed/component/graph.css";
import "../../../feed/component/side.css";
import "./playground.css";
import { SidePanel } from "../../../feed/component/side.jsx";
import { logOf } from "../../../feed/component/log.js";
import { command, compare, get, isActive, patch, setPanels, useStore } from "../../../feed/component/store.js";
import { Compare } from "./compare.jsx";
import { Sessions } from "./sessions.jsx";
import { ShareDialog } from "./share.jsx";
import { Start } from "./start.jsx";
import { Talk } from "./talk.jsx";

const MAC = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
const MOD = MAC ? "⌘" : "Ctrl";

/** The key that runs also stops. */
function runOrStop() {
  const { runId } = get();
  if (!isActive(runId)) {
    document.querySelector(".sc-box")?.requestSubmit();
    return;
  }
  command(logOf(runId).code === "stopping" ? "cancel" : "stop", { run_id: runId });
}

function useKeys() {
  useEffect(() => {
    const onKey = (e) => {
      if ((e.ctrlKey || e.metaKey) && e.key === "Enter") { e.preventDefault(); runOrStop(); }
      else if (e.key === "Escape" && !document.querySelector("dialog[open]")) {
        const { edit, filter, cursor, selected } = get();
        if (edit) patch({ edit: null, draft: "" });
        else if (filter.speaker || filter.edge) patch({ filter: { ...filter, speaker: null, edge: null } });
        else if (get().panels.wide) setPanels({ wide: false });
        else if (cursor !== null) patch({ cursor: null });
        else if (selected) patch({ selected: null });
        else document.querySelector(".sc-box textarea")?.focus();
      }
    };
    window.addEventListener("keydown", onKey);
    const items = [
      { id: "pg:run", title: "Run, or stop the run", group: "Playground", keys: MOD + " Enter", run: runOrStop },
      { id: "pg:share", title: "Share the session to read", group: "Playground", run: () => { if (get().sessionId) patch({ sharing: { session_id: get().sessionId, run_id: get().runId } }); } },
      { id: "pg:compare", title: "Compare versions or teams", group: "Playground", run: () => { if (get().sessionId) compare(""); } },
      { id: "pg:next", title: "Next message", group: "Playground", keys: "J" },
      { id: "pg:before", title: "Previous message", group: "Playground", keys: "K" },
      { id: "pg:esc", title: "Back: filter, moment, selection", group: "Playground", keys: "Esc" },
    ];
    window.dispatchEvent(new CustomEvent("studio:commands", { detail: { owner: "playground", items } }));
    return () => {
      window.removeEventListener("keydown", onKey);
      window.dispatchEvent(new CustomEvent("studio:commands", { detail: { owner: "playground", items: [] } }));
    };
  }, []);
}

export function Playground({ view, sessions, more, teams, session, suggestions, links }) {
  useKeys();
  const { panels, comparing, sharing } = useStore((s) => ({ panels: s.panels, comparing: s.comparing, sharing: s.sharing }));
  const open = Boolean(session?.id) && view === "ready";
  return (
    <div className="sp" data-sessions={panels.sessions || undefined} data-side={(panels.side && open) || undefined}>
      {panels.sessions
        ? <Sessions sessions={sessions ?? []} links={links ?? {}} more={more} teams={teams ?? []} current={session?.id} onClose={() => setPanels({ sessions: false })} />
        : <button type="button" className="st-btn st-btn-s st-btn-ghost st-btn-icon sp-open-left" aria-label="Show the sessions" title="Show the sessions" onClick={() => setPanels({ sessions: true })}><PanelLeftOpen aria-hidden="true" /></button>}
      <div className="sp-middle">
        {view === "missing" ? <div className="st-empty"><h2>There is no such session</h2><p>It may have been deleted, or the address is not quite right. Choose another one, or begin a new one.</p></div>
          : view === "start" ? <Start teams={teams ?? []} />
          : comparing ? <Compare session={session} teams={teams ?? []} />
          : <Talk session={session} suggestions={suggestions ?? []} ready={open} />}
      </div>
      {open && !comparing ? (panels.side
        ? <SidePanel />
        : <button type="button" className="st-btn st-btn-s st-btn-ghost st-btn-icon sp-open-right" aria-label="Show graph, timeline and details" title="Show graph, timeline and details" onClick={() => setPanels({ side: true })}><PanelRightOpen aria-hidden="true" /></button>) : null}
      {sharing ? <ShareDialog links={links ?? {}} /> : null}
    </div>
  );
}
