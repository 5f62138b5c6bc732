import { useEffect, useRef } from "preact/hooks";
import type { ComponentChildren } from "preact";

/** A modal dialog of the browser's own: it keeps the focus inside and gives it back. */
export function Dialog({ label, close, children, class: name }: { label: string; close: () => void; children: ComponentChildren; class?: string }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const element = box.current!;
    element.showModal();
    return () => {
      element.close();
      if (before instanceof HTMLElement) {
        before.focus();
      }
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={name}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClick={(event) => event.target === box.current && close()}
    >
      {children}
    </dialog>
  );
}
