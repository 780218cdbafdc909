import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { IconSearch } from '../icons.tsx';
import { useKeys } from '../palette/keyboard-shortcuts.ts';

/** Debounce delay before the list is requested. */
const PAUSE_MS = 250;

/**
 * Search field of a list: `/` focuses it, Escape clears it. `onSay` receives the text after the
 * debounce.
 */
export function SearchField({
  said,
  label,
  hint,
  onSay,
}: {
  said: string;
  label: string;
  hint?: string;
  onSay: (words: string) => void;
}) {
  const [typed, type] = useState(said);
  const reported = useRef(said);
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const here = useRef(router.latestLocation.pathname);
  useKeys({ '/': () => field.current?.focus() });
  // Follow the address when it changes otherwise (back button, cleared filter).
  useEffect(() => {
    if (said !== reported.current) type(said);
    reported.current = said;
  }, [said]);
  useEffect(() => {
    const words = typed.trim();
    if (words === reported.current) return;
    const timer = setTimeout(() => {
      // If the user already opened a row, a late search would navigate back.
      if (router.latestLocation.pathname !== here.current) return;
      reported.current = words;
      onSay(words);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSay, router]);
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
