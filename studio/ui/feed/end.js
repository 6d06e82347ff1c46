// Keeps the end of a box in sight while it grows, until somebody moves away from it. What is new moves
// the box too, so a scroll says nothing by itself: the wheel, a finger and the scroll bar do, and a
// step up with nothing new.
import { useCallback, useMemo, useRef, useState } from "react";
import { elementScroll } from "@tanstack/react-virtual";

const NEAR = 80;

export function useEnd(box) {
  const stick = useRef(true);
  const last = useRef({ top: 0, height: 0 });
  const [away, setAway] = useState(false);
  const setStuck = useCallback((stuck) => {
    stick.current = stuck;
    setAway(!stuck);
  }, []);
  const note = () => {
    last.current = { top: box.current.scrollTop, height: box.current.scrollHeight };
    return last.current;
  };
  const pin = useCallback(() => {
    if (!box.current) return;
    box.current.scrollTop = box.current.scrollHeight;
    note();
  }, []);
  const scrollToFn = useCallback((...given) => {
    elementScroll(...given);
    note();
  }, []);
  const hands = useMemo(() => ({
    onScroll: () => {
      const before = last.current, now = note();
      const near = now.height - now.top - box.current.clientHeight < NEAR;
      if (near && now.top >= before.top) setStuck(true);
      else if (now.top < before.top && now.height === before.height) setStuck(near && stick.current);
      else if (stick.current) pin();
    },
    onWheel: (e) => { if (e.deltaY < 0 && box.current.scrollTop > 0) setStuck(false); },
    onTouchMove: () => { if (box.current.scrollTop > 0) setStuck(false); },
    onPointerDown: (e) => { if (e.target === box.current && e.nativeEvent.offsetX > box.current.clientWidth) setStuck(false); },
  }), []);
  return { stick, away, setStuck, pin, scrollToFn, hands };
}
