// A panel that comes in from the right over the page; Esc closes it and gives the focus back.
import { useEffect, useRef } from "react";

export function Drawer({ isOpen, label, onClose, children }) {
  const ref = useRef(null);
  useEffect(() => {
    const box = ref.current;
    if (isOpen && !box.open) box.showModal();
    if (!isOpen && box.open) box.close();
  }, [isOpen]);
  return (
    <dialog ref={ref} className="st-dialog st-drawer" aria-label={label} onCancel={(e) => { e.preventDefault(); onClose?.(); }}
      onClick={(e) => { if (e.target === ref.current) onClose?.(); }}>
      <div className="st-dialog-body st-grow">{children}</div>
    </dialog>
  );
}
