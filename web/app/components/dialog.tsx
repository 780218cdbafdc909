import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from '../../locales/language.ts';

/**
 * Modal dialog, for irreversible actions or short forms. Escape and a click outside close it. If a
 * form was edited, the click does nothing and Escape asks first; a second Escape closes. Focus
 * returns to its previous place. On phones the dialog slides up from the bottom. `footer` holds the
 * buttons, the primary one last.
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
        // A cancelled file picker fires the same event.
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (isTyped.current && !isAsking) setIsAsking(true);
        else onClose();
      }}
      // Some browsers do not let the page intercept a second Escape in a row.
      onClose={({ target }) => target === dialog.current && onClose()}
      // A click outside the dialog has the dialog element itself as its target.
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

/** Warning above the footer: the edited form is not saved anywhere else. */
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

/** Renders a title so that document numbers do not wrap: F-2026-0001 never breaks after F-. */
function unbrokenNumbers(title: string): ReactNode {
  return title.split(/(\b[\w/.]{1,12}-\d[\w/.-]{0,20})/).map((part, nth) =>
    nth % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: words of a title keep their order and may repeat.
      <span key={nth} className="nowrap">
        {part}
      </span>
    ),
  );
}
