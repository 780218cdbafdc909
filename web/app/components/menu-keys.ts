import { type KeyboardEvent, useRef } from 'react';

/** Milliseconds after which the next letter begins a new search. */
const SEARCH_MS = 500;

type Search = { readonly text: string; readonly at: number };

/**
 * The keys of an open menu, as in the ARIA Authoring Practices: arrows move from item to item and
 * wrap around at the ends, Home and End go to the ends, and letters go to the item that begins with
 * them.
 */
export function useMenuKeys(): (event: KeyboardEvent<HTMLElement>) => void {
  const search = useRef<Search>({ text: '', at: 0 });
  return (event) => {
    const { key, currentTarget, timeStamp } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = [...currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
    const current = items.findIndex((item) => item === document.activeElement);
    const places: Readonly<Record<string, number>> = {
      ArrowDown: (current + 1) % items.length,
      ArrowUp: (Math.max(current, 0) - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    let next = places[key];
    if (next === undefined) {
      // Enter and Space press the item: that is what a button does.
      if (key.length !== 1 || key === ' ') return;
      const { text, at } = search.current;
      const typed = (timeStamp - at < SEARCH_MS ? text : '') + key.toLowerCase();
      search.current = { text: typed, at: timeStamp };
      next = foundBy(typed, items, current);
    }
    // A letter that finds no item is not a shortcut of the screen below either.
    event.preventDefault();
    event.stopPropagation();
    items[next]?.focus();
  };
}

/**
 * The place of the next item that begins with what was typed. One letter, also repeated, goes on to
 * the next.
 */
function foundBy(typed: string, items: readonly HTMLElement[], current: number): number {
  const isOneLetter = new Set(typed).size === 1;
  const first = isOneLetter ? current + 1 : current;
  const text = isOneLetter ? typed.charAt(0) : typed;
  const order = items.map((_, nth) => (Math.max(first, 0) + nth) % items.length);
  return order.find((place) => items[place]?.textContent?.trim().toLowerCase().startsWith(text)) ?? -1;
}
