import { useSyncExternalStore } from 'react';

type Toast = {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
};

const SHOWN_MS = 8_000;
/**
 * A message with a button stays long enough to reach it by keyboard (WCAG 2.2.1: at least 20 s).
 */
const SHOWN_WITH_ACTION_MS = 20_000;

let shown: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

/** Shows a message, with an undo button if there is one ("Annuler"). */
export function toast(text: string, action?: Toast['action']): void {
  const id = next++;
  change([...shown.slice(-1), { id, text, ...(action && { action }) }]);
  setTimeout(() => close(id), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
}

const close = (id: number): void => change(shown.filter((each) => each.id !== id));

function change(to: readonly Toast[]): void {
  shown = to;
  for (const listener of listeners) listener();
}

/** Renders the toasts and announces them to screen readers. */
export function Toasts() {
  const all = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <div className="toasts" role="status">
      {all.map(({ id, text, action }) => (
        <div key={id} className="toast">
          <span>{text}</span>
          {action && (
            <button
              type="button"
              onClick={() => {
                close(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  );
}
