import { useSyncExternalStore } from 'react';

/** The open overlay: the palette or the shortcuts help. */
type Over = 'palette' | 'shortcuts' | undefined;

let over: Over;
const listeners = new Set<() => void>();

function show(next: Over): void {
  over = next;
  for (const listener of listeners) listener();
}

export const openPalette = (): void => show('palette');
export const openShortcuts = (): void => show('shortcuts');
export const closeOverlay = (): void => show(undefined);

export function useOverlay(): Over {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => over,
  );
}
