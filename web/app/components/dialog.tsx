import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from '../../locales/language.ts';

/**
 * A dialog over the screen: for what cannot be undone, or needs three fields. Escape and a click beside it close it. What was typed in a form
 * is not lost by either: a click does nothing, Escape asks, and pressed once more it leaves. Focus goes back where it was; on phones the dialog
 * rises from the bottom. `footer` has its buttons, the filled one last.
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
  const [isAsking, setIsAsking] = useState(false);
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
        // A choice of files that is given up says so in the same way.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (isTyped.current && !isAsking) setIsAsking(true);
        else onClose();
      }}
      // Some browsers let a second Escape in a row through without asking the page.
      onClose={({ target }) => target === dialog.current && onClose()}
      // What is pressed beside the dialog is pressed on its own ground.
      onMouseDown={(event) => {
        if (event.target === dialog.current && !isTyped.current) onClose();
      }}
      onInput={({ target }) => {
        isTyped.current ||= target instanceof Element && target.closest('form') !== null;
        setIsAsking(false);
      }}
    >
      <div className="dialog">
        <h2 className="title" id={id}>
          {unbrokenNumbers(title)}
        </h2>
        {children}
        {footer && <footer>{footer}</footer>}
        {isAsking && <BeforeLeaving stay={() => setIsAsking(false)} leave={onClose} />}
      </div>
    </dialog>
  );
}

/** Said over the foot of a form that was begun: what was typed in it is kept nowhere else. */
function BeforeLeaving({ stay, leave }: { stay: () => void; leave: () => void }) {
  const words = useTranslations('app').leaving;
  return (
    <div className="leaving notice warn" role="alert">
      <p>{words.said}</p>
      <button type="button" className="btn" onClick={stay}>
        {words.stay}
      </button>
      <button type="button" className="btn danger" onClick={leave}>
        {words.leave}
      </button>
    </div>
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
