import { useEffect, useRef, useState } from 'react';
import { IconSearch } from '../icons.tsx';
import { useKeys } from '../keys.ts';

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
      told.current = words;
      onSay(words);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSay]);
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
