// Questions that people are waited for with, on every page: a number on the rail and in the title
// of the tab, and a word from the browser while one is elsewhere.
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";

const EVERY = 10_000;
const HIDDEN = 20_000;
const TELLING = new Set(["status", "question", "answer"]);

async function read(path) {
  const answer = await fetch(path, { credentials: "same-origin" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

function useQuestions() {
  const [questions, setQuestions] = useState([]);
  useEffect(() => {
    let timer = 0;
    const soon = (delay) => { clearTimeout(timer); timer = setTimeout(look, delay); };
    const look = async () => {
      try {
        setQuestions(await read("/api/runs/questions"));
      } catch {
        // The next look will tell.
      }
      soon(document.hidden ? HIDDEN : EVERY);
    };
    const onRun = ({ detail }) => { if (TELLING.has(detail.type)) soon(200); };
    const onFocus = () => soon(0);
    window.addEventListener("studio:run", onRun);
    window.addEventListener("focus", onFocus);
    soon(0);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("studio:run", onRun);
      window.removeEventListener("focus", onFocus);
    };
  }, []);
  return questions;
}

function useTitle(count) {
  useEffect(() => {
    const mark = () => {
      const plain = document.title.replace(/^\(\d+\) /, "");
      const wanted = count ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    };
    const watch = new MutationObserver(mark);
    watch.observe(document.head, { childList: true, subtree: true, characterData: true });
    mark();
    return () => watch.disconnect();
  }, [count]);
}

function useNotices(questions) {
  const navigate = useNavigate();
  const known = useRef(null);
  useEffect(() => {
    const fresh = questions.filter((one) => known.current && !known.current.has(one.request_id));
    known.current = new Set([...(known.current ?? []), ...questions.map((one) => one.request_id)]);
    if (!document.hidden || typeof Notification === "undefined" || Notification.permission !== "granted") return;
    for (const one of fresh) {
      const notice = new Notification(`${one.source === "studio" ? "Studio" : one.source} asks`, { body: one.prompt.slice(0, 200), tag: one.request_id });
      notice.onclick = async () => {
        window.focus();
        notice.close();
        const run = await read("/api/runs/" + one.run_id);
        if (run.session_id) navigate(`/playground/${run.session_id}/?run=${one.run_id}`);
      };
    }
  }, [questions]);
}

/** How many questions wait for somebody. */
export function useWaiting() {
  const questions = useQuestions();
  useTitle(questions.length);
  useNotices(questions);
  return questions.length;
}
