// A dialog over the page; Esc and a press beside it close it.
import { useEffect, useRef } from "react";
import { X } from "lucide-react";

export function Dialog({ title, onClose, children }) {
  const box = useRef(null);
  useEffect(() => {
    const element = box.current;
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog ref={box} className="st-dialog sx-dialog" aria-label={title} onCancel={(e) => { e.preventDefault(); onClose(); }} onKeyDown={(e) => e.stopPropagation()} onClick={(e) => { if (e.target === box.current) onClose(); }}>
      <div className="st-dialog-body">
        <div className="st-row"><h2 className="st-grow">{title}</h2><button type="button" className="st-btn st-btn-s st-btn-ghost st-btn-icon" aria-label="Close" onClick={onClose}><X aria-hidden="true" /></button></div>
        {children}
      </div>
    </dialog>
  );
}
