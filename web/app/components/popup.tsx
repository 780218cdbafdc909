import {
  type ComponentProps,
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { type PopupPosition, placePopup } from './place-popup.ts';

type Close = () => void;

type Content = {
  readonly role: 'menu' | 'dialog';
  readonly className: string;
  readonly position: PopupPosition;
  /** Accessible name, if the text of the button does not name the popup. */
  readonly label?: string;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, close: Close) => void;
  readonly children: (close: Close) => ReactNode;
};

/**
 * A button and the popup it opens. The popup exists while it is open and has the focus. Escape or a
 * click outside closes it.
 */
export function Popup({
  button,
  startsOpen = false,
  ...content
}: Content & { button: ReactElement<ComponentProps<'button'>>; startsOpen?: boolean }) {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(startsOpen);
  const leave = (): void => setIsOpen(false);
  const close = (): void => {
    target.current?.focus({ preventScroll: true });
    leave();
  };
  return (
    <>
      {cloneElement(button, {
        ref: target,
        id: `${id}-button`,
        'aria-haspopup': content.role,
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => (isOpen ? close() : setIsOpen(true)),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || event.altKey || content.role !== 'menu') return;
          event.preventDefault();
          setIsOpen(true);
        },
      })}
      {isOpen && createPortal(<OpenPopup {...content} {...{ id, target, close, leave }} />, document.body)}
    </>
  );
}

function OpenPopup({
  role,
  className,
  position,
  label,
  onKeyDown,
  children,
  id,
  target,
  close,
  leave,
}: Content & { id: string; target: RefObject<HTMLButtonElement | null>; close: Close; leave: Close }) {
  const popup = useRef<HTMLDivElement>(null);
  useShown(popup);
  usePlaced(popup, target, position);
  useClosedOutside({ popup, target, close });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is menu or dialog
    <div
      ref={popup}
      id={id}
      popover="manual"
      role={role}
      className={className}
      tabIndex={-1}
      aria-orientation={role === 'menu' ? 'vertical' : undefined}
      aria-label={label}
      aria-labelledby={label === undefined ? `${id}-button` : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          event.stopPropagation();
          close();
        } else onKeyDown(event, close);
      }}
      // The button has the focus before an item acts, so that a dialog returns it there. The popup
      // stays until after the action: React drops the click of an element that is gone.
      onClickCapture={(event) => isItem(event.target) && target.current?.focus({ preventScroll: true })}
      onClick={(event) => isItem(event.target) && leave()}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        const isOutside = relatedTarget && !currentTarget.contains(relatedTarget) && relatedTarget !== target.current;
        if (isOutside) leave();
      }}
    >
      {children(close)}
    </div>
  );
}

const isItem = (pressed: EventTarget): boolean =>
  pressed instanceof Element && pressed.closest('[role^="menuitem"]') !== null;

const FIRST_FOCUS = 'a[href], button, input, select, textarea';

function useShown(popup: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const shown = popup.current;
    if (!shown) return;
    // Browsers before 2024 have no top layer: there the z-index puts the popup above the page.
    if ('showPopover' in shown) shown.showPopover();
    (shown.querySelector<HTMLElement>(FIRST_FOCUS) ?? shown).focus({ preventScroll: true });
  }, [popup]);
}

/**
 * Keeps the popup beside its button: whenever it is drawn, changes its size, or the window scrolls
 * or changes.
 */
function usePlaced(
  popup: RefObject<HTMLElement | null>,
  target: RefObject<Element | null>,
  position: PopupPosition,
): void {
  useLayoutEffect(() => {
    if (popup.current && target.current) placePopup(popup.current, target.current, position);
  });
  useEffect(() => {
    const place = (): void => {
      if (popup.current && target.current) placePopup(popup.current, target.current, position);
    };
    const size = new ResizeObserver(place);
    if (popup.current) size.observe(popup.current);
    addEventListener('resize', place);
    addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      size.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place, { capture: true });
    };
  }, [popup, target, position]);
}

function useClosedOutside({
  popup,
  target,
  close,
}: {
  popup: RefObject<Element | null>;
  target: RefObject<Element | null>;
  close: Close;
}): void {
  useEffect(() => {
    const look = ({ target: pressed }: Event): void => {
      const isInside = [popup, target].some(({ current }) => pressed instanceof Node && current?.contains(pressed));
      if (!isInside) close();
    };
    document.addEventListener('pointerdown', look, true);
    return () => document.removeEventListener('pointerdown', look, true);
  });
}
