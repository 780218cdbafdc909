import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { IconSearch } from '../icons.tsx';
import { useKeys } from '../palette/keyboard-shortcuts.ts';

/** How long one may go on typing before the list is asked anew. */
const PAUSE_MS = 250;

/** Where a list is searched: `/` leads here, Escape empties it. `onSay` gets the words once the hand rests. */
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
  const told = useRef(said);
  const field = useRef<HTMLInputElement>(null);
  const router = useRouter();
  const here = useRef(router.latestLocation.pathname);
  useKeys({ '/': () => field.current?.focus() });
  // What the address says otherwise (back, a cleared filter) is shown.
  useEffect(() => {
    if (said !== told.current) type(said);
    told.current = said;
  }, [said]);
  useEffect(() => {
    const words = typed.trim();
    if (words === told.current) return;
    const timer = setTimeout(() => {
      // Whoever has already chosen from the list is on his way: words would call him back.
      if (router.latestLocation.pathname !== here.current) return;
      told.current = words;
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
