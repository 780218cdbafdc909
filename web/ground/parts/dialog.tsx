import { type ReactNode, useEffect, useId, useRef } from 'react';

/**
 * A dialog over the screen: for what cannot be undone, or needs three fields. Escape and a click beside it close it, but a click alone loses
 * nothing that was typed in a form; focus goes back where it was; on phones it rises from the bottom. `footer` has its buttons, the filled one last.
 */
export function Dialog({
  title,
  onClose,
  footer,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  footer?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isTyped = useRef(false);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={wide ? 'over wide' : 'over'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // What is pressed beside the dialog is pressed on its own ground.
      onMouseDown={(event) => {
        if (event.target === dialog.current && !isTyped.current) onClose();
      }}
      onInput={({ target }) => {
        isTyped.current ||= target instanceof Element && target.closest('form') !== null;
      }}
    >
      <div className="dialog">
        <h2 className="title" id={id}>
          {unbrokenNumbers(title)}
        </h2>
        {children}
        {footer && <footer>{footer}</footer>}
      </div>
    </dialog>
  );
}

/** A title whose numbers of documents stay on one line: F-2026-0001 never ends a line after its F-. */
function unbrokenNumbers(title: string): ReactNode {
  return title.split(/(\b[\w/.]{1,12}-\d[\w/.-]{0,20})/).map((part, nth) =>
    nth % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of a title never change places, and one number may stand in it twice.
      <span key={nth} className="nowrap">
        {part}
      </span>
    ),
  );
}
