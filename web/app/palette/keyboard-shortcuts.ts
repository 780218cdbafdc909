import { useEffect, useSyncExternalStore } from 'react';

const KEPT = 'facturier.keys';
let isOn = localStorage.getItem(KEPT) !== 'off';
const listeners = new Set<() => void>();

/** Whether single-key shortcuts are on; users can turn them off (WCAG 2.1.4). */
export function useSingleKeys(): readonly [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOn,
  );
  return [on, setSingleKeys];
}

function setSingleKeys(on: boolean): void {
  isOn = on;
  localStorage.setItem(KEPT, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

/** Maximum milliseconds between the two keys of a pair such as `g` then `f`. */
const PAIR_MS = 1_200;
let last: { key: string; at: number } | undefined;

/**
 * Registers shortcuts while a screen is shown: `{ '/': …, 'g f': …, 'mod+k': … }`. `mod` is Ctrl or
 * ⌘. Single keys and pairs are inactive in fields, under a dialog, and when turned off.
 */
export function useKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const pressed = nameOf(event);
      const isSingle = !pressed.includes('+');
      if (isSingle && (!isOn || isWriting(event.target) || document.querySelector('dialog[open]'))) return;
      const pair = last && event.timeStamp - last.at < PAIR_MS ? `${last.key} ${pressed}` : undefined;
      const act = (pair && keys[pair]) ?? keys[pressed];
      if (act) {
        event.preventDefault();
        act(event);
      }
      queueMicrotask(() => {
        last = isSingle ? { key: pressed, at: event.timeStamp } : undefined;
      });
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [keys]);
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : '';
  return `${mod}${event.altKey ? 'alt+' : ''}${mod && event.shiftKey ? 'shift+' : ''}${key}`;
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));
