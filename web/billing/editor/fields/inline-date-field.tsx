import { useId, useState } from 'react';
import { longDay } from '../../../app/formats/dates.tsx';
import { useLanguage, useTranslations } from '../../../locales/language.ts';
import { addCivilDays, type Day, parseDate } from './parse-date.ts';

/**
 * Inline date field: "20/11", "20 nov", "demain", "+30". Arrows move it by one day. It applies on
 * blur or Enter; an unreadable text stays, marked with a hint, and changes nothing.
 */
export function InlineDate({
  value,
  unread,
  onChange,
  label,
  today,
  id,
  isMissing = false,
  placeholder,
}: {
  value: Day | undefined;
  /** The text of the field while it is not a date. */
  unread: string | undefined;
  onChange: (day: Day | undefined, unread: string | undefined) => void;
  label: string;
  today: Day;
  id?: string;
  isMissing?: boolean;
  placeholder?: string;
}) {
  const language = useLanguage();
  const [typed, setTyped] = useState<string>();
  const errorId = useId();
  const isWrong = typed === undefined && unread !== undefined;
  const shown = typed ?? unread ?? (value === undefined ? '' : longDay(value, language));
  const take = (text: string | undefined): void => {
    if (text === undefined) return;
    const day = parseDate(text, today);
    setTyped(undefined);
    if (!day && text.trim() !== '') onChange(value, text);
    else if (day !== value || unread !== undefined) onChange(day, undefined);
  };
  const invalid = isMissing || isWrong;
  return (
    <>
      <input
        type="text"
        id={id}
        className={`inline-input fit day${invalid ? ' missing' : ''}`}
        autoComplete="off"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={isWrong ? errorId : undefined}
        placeholder={placeholder}
        size={Math.max(6, shown.length)}
        value={shown}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => take(typed)}
        onKeyDown={(event) => {
          const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (event.key === 'Enter') take(typed);
          if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          const day = addCivilDays((typed !== undefined && parseDate(typed, today)) || value || today, step);
          setTyped(longDay(day, language));
          onChange(day, undefined);
        }}
      />
      {isWrong && <NoDay id={errorId} />}
    </>
  );
}

function NoDay({ id }: { id: string }) {
  const words = useTranslations('editor');
  return (
    <small id={id} className="field-error" role="alert">
      {words.dayFault}
    </small>
  );
}
