// The one place where the playground's store and the page's state meet; shows nothing.
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { connect, get, keepUp, loadPanels, openSession, patch, pollSoon, readAddress, settle, useStore } from "../../../feed/component/store.js";
import { placeOf } from "./inbox.jsx";

const TITLE = " · Studio";

// Tells of questions that come while somebody is elsewhere, if the browser may.
function useNotices() {
  const navigate = useNavigate();
  const { questions, active } = useStore((s) => ({ questions: s.questions, active: s.active }));
  const known = useRef(null);
  useEffect(() => {
    const fresh = questions.filter((one) => known.current && !known.current.has(one.request_id));
    known.current = new Set([...(known.current ?? []), ...questions.map((one) => one.request_id)]);
    if (!document.hidden || typeof Notification === "undefined" || Notification.permission !== "granted") return;
    for (const one of fresh) {
      const notice = new Notification(`${one.source === "studio" ? "Studio" : one.source} asks`, { body: one.prompt.slice(0, 200), tag: one.request_id });
      notice.onclick = () => {
        window.focus();
        const place = placeOf(one, active);
        if (place) navigate(place);
        notice.close();
      };
    }
  }, [questions]);
}

export function PlaygroundLink({ session, cast, told, onCommand }) {
  const carry = useRef({});
  useNotices();
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
  useEffect(() => {
    const title = () => {
      const count = get().questions.length;
      const base = document.title.replace(/^\(\d+\) /, "");
      const wanted = count ? `(${count}) ${base}` : base;
      if (document.title !== wanted) document.title = wanted;
    };
    const timer = setInterval(title, 1000);
    return () => { clearInterval(timer); document.title = document.title.replace(/^\(\d+\) /, "") || "Playground" + TITLE; };
  }, []);
  return null;
}
