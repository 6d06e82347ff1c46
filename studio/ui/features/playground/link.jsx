// The one place where the playground's store and the page's state meet; shows nothing.
import { useEffect, useRef } from "react";
import { connect, keepUp, loadPanels, openSession, patch, pollSoon, readAddress, settle } from "../../../feed/component/store.js";

export function PlaygroundLink({ session, cast, told, onCommand }) {
  const carry = useRef({});
  carry.current = { onCommand };
  useEffect(() => {
    loadPanels();
    connect({ onCommand: (name, value) => carry.current.onCommand?.(name, value) });
    const { sessionId, runId, otherId } = readAddress();
    if (sessionId) openSession(sessionId, runId, otherId);
    return keepUp();
  }, []);
  useEffect(() => {
    if (!session?.id) {
      if (!readAddress().sessionId) patch({ sessionId: "", runId: "", runs: [], cast: [] });
      return;
    }
    const { sessionId, runId, otherId } = readAddress();
    openSession(session.id, sessionId === session.id ? runId : "", sessionId === session.id ? otherId : "");
  }, [session?.id]);
  useEffect(() => { if (cast) patch({ cast: cast.members ?? [] }); }, [cast]);
  useEffect(() => { settle(told); if (told?.id) pollSoon(); }, [told]);
  return null;
}
