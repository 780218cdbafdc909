import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { IconSearch } from '../icons.tsx';
import { useKeys } from '../palette/keyboard-shortcuts.ts';

/** Debounce delay before the list is requested. */
const PAUSE_MS = 250;

/**
 * Search field of a list: `/` focuses it, Escape clears it. `onSearch` receives the text after the
 * debounce.
 */
export function SearchField({
  value,
  label,
  hint,
  onSearch,
}: {
  value: string;
  label: string;
  hint?: string;
  onSearch: (words: string) => void;
}) {
  const [typed, type] = useState(value);
  const reported = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const here = useRef(router.latestLocation.pathname);
  useKeys({ '/': () => field.current?.focus() });
  // Follow the address when it changes otherwise (back button, cleared filter).
  useEffect(() => {
    if (value !== reported.current) type(value);
    reported.current = value;
  }, [value]);
  useEffect(() => {
    const words = typed.trim();
    if (words === reported.current) return;
    const timer = setTimeout(() => {
      // If the user already opened a row, a late search would navigate back.
      if (router.latestLocation.pathname !== here.current) return;
      reported.current = words;
      onSearch(words);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch, router]);
  return (
    <span className="input-group">
      <IconSearch />
      <input
        ref={field}
        className="input"
        type="search"
        aria-label={label}
        placeholder={hint}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed === '') field.current?.blur();
          else if (event.key === 'Escape') type('');
        }}
      />
    </span>
  );
}
