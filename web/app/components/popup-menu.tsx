import type { ComponentProps, KeyboardEvent, ReactElement, ReactNode } from 'react';
import { useMenuKeys } from './menu-keys.ts';
import type { PopupPosition } from './place-popup.ts';
import { Popup } from './popup.tsx';

type Button = ReactElement<ComponentProps<'button'>>;

/** A button that opens a menu by click, Enter, Space or down arrow. Choosing an item closes it. */
export function PopupMenu({
  button,
  position = 'bottom-end',
  startsOpen,
  children,
}: {
  button: Button;
  position?: PopupPosition;
  /** Opens the menu at once, because the button was pressed before this code was loaded. */
  startsOpen?: boolean;
  children: ReactNode;
}) {
  const moveFocus = useMenuKeys();
  return (
    <Popup
      {...{ button, position }}
      {...(startsOpen !== undefined && { startsOpen })}
      role="menu"
      className="popup menu"
      onKeyDown={(event, close) => {
        // The browser then moves the focus from the button to the next element.
        if (event.key === 'Tab') close();
        else moveFocus(event);
      }}
    >
      {() => children}
    </Popup>
  );
}

/** An action of a menu, with an icon before its text and a hint at the end of its line. */
export function MenuItem({
  icon,
  hint,
  isDangerous = false,
  onClick,
  children,
}: {
  icon?: ReactNode;
  hint?: ReactNode;
  isDangerous?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={isDangerous ? 'menu-item danger' : 'menu-item'}
      onClick={onClick}
    >
      {icon && <span>{icon}</span>}
      <span>{children}</span>
      {hint && <span className="menu-hint">{hint}</span>}
    </button>
  );
}

/** One of several values in a menu, of which one is chosen. */
export function MenuChoice({
  isChosen,
  mark,
  onChoose,
  children,
}: {
  isChosen: boolean;
  mark: ReactNode;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      className="menu-item"
      onClick={() => !isChosen && onChoose()}
    >
      <span>{children}</span>
      {isChosen && <span className="menu-hint">{mark}</span>}
    </button>
  );
}

/** A button that opens a small form. The focus stays in the form until it closes. */
export function Pop({
  button,
  name,
  children,
}: {
  button: Button;
  name: string;
  /** The content of the form; it receives the function that closes it. */
  children: (close: () => void) => ReactNode;
}) {
  return (
    <Popup
      {...{ button, children }}
      label={name}
      role="dialog"
      className="popup filter-popup"
      position="bottom-start"
      onKeyDown={keepFocusInside}
    />
  );
}

const TAB_STOPS = 'a[href], button, input, select, textarea, [tabindex]';

/** Tab goes from the last field to the first, and back. */
function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab') return;
  const { currentTarget, shiftKey } = event;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>(TAB_STOPS)].filter(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.checkVisibility(),
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const [end, other] = shiftKey ? [first, last] : [last, first];
  if (document.activeElement !== end && document.activeElement !== currentTarget) return;
  event.preventDefault();
  other?.focus();
}
