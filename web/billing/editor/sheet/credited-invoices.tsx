import { Link } from '@tanstack/react-router';
import { IconPlus, IconX } from '../../../app/icons.tsx';
import { useTranslations } from '../../../locales/language.ts';
import { useEditor } from '../context.ts';
import { InlineDate } from '../fields/inline-date-field.tsx';
import { InlineText } from '../fields/inline-field.tsx';
import { type Day, dayOfSeconds, secondsOfDay } from '../fields/parse-date.ts';
import { updateUnreadable, withoutUnreadable } from '../fields/unreadable-input.ts';

/**
 * What a credit note corrects: the document it was created from, or external invoices by number and
 * date.
 */
export function References() {
  const { document } = useEditor();
  const words = useTranslations('editor').references;
  if (document.type !== 'asset') return null;
  const { parent } = document;
  return (
    <div className="corrects" id="place-references">
      <span className="quiet">{words.corrects}</span>
      {parent ? (
        <Link to="/documents/$id" params={{ id: parent.id }} className="link nowrap">
          {parent.number}
        </Link>
      ) : (
        <Named />
      )}
    </div>
  );
}

function Named() {
  const { draft, edit, zone, today, lacks } = useEditor();
  const { unread } = draft;
  const words = useTranslations('editor').references;
  const named = draft.references ?? [];
  const put = (references: typeof named): void => edit('references', { references });
  const change = (at: number, said: Partial<(typeof named)[number]>): void =>
    put(named.map((each, place) => (place === at ? { ...each, ...said } : each)));
  return (
    <ul>
      {named.map(({ number, date }, at) => (
        // References have no id: their index identifies them.
        <li key={`${at + 1}`}>
          <InlineText
            className="fit"
            label={words.number(at + 1)}
            isMissing={lacks.has('place-references')}
            value={number}
            onChange={(said) => change(at, { number: said })}
          />
          <InlineDate
            label={words.date(at + 1)}
            today={today}
            value={dayOfSeconds(date, zone)}
            unread={unread[`reference ${at}`]}
            onChange={(on, text) =>
              edit('references', {
                references: dated(named, at, text === undefined ? on : undefined),
                unread: updateUnreadable(unread, `reference ${at}`, text),
              })
            }
          />
          <button
            type="button"
            className="btn quiet square"
            aria-label={words.remove(at + 1)}
            onClick={() =>
              edit('references', {
                references: named.filter((_, place) => place !== at),
                unread: withoutUnreadable(unread, 'reference', at),
              })
            }
          >
            <IconX />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className={lacks.has('place-references') && named.length === 0 ? 'inline-input fit missing' : 'link'}
          onClick={() => put([...named, { number: words.first, date: secondsOfDay(today) }])}
        >
          <IconPlus /> {words.add}
        </button>
      </li>
    </ul>
  );
}

/** Sets the date of a reference; unchanged without a date. */
const dated = <R extends { readonly date: number }>(named: readonly R[], at: number, on: Day | undefined): R[] =>
  named.map((each, place) => (place === at && on !== undefined ? { ...each, date: secondsOfDay(on) } : each));
