import { useSyncExternalStore } from 'react';

export type Appearance = 'light' | 'dark' | 'system';

const KEPT = 'facturier.appearance';
const listeners = new Set<() => void>();
let appearance = kept();

/** Light, dark or the system setting, stored per browser. */
export function setAppearance(wanted: Appearance): void {
  appearance = wanted;
  localStorage.setItem(KEPT, wanted);
  show();
  for (const listener of listeners) listener();
}

export function useAppearance(): Appearance {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => appearance,
  );
}

/** Sets `data-theme` for the design tokens, or removes it to follow the system. */
function show(): void {
  if (appearance === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = appearance;
}

function kept(): Appearance {
  const text = localStorage.getItem(KEPT);
  return text === 'light' || text === 'dark' ? text : 'system';
}

show();
