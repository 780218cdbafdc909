import { Day, monthOf, shortDay } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useLanguage, useTranslations } from '../locales/language.ts';
import type { TripLine, TripStart } from './trip-form.tsx';

type OnBegin = ((start: TripStart) => void) | undefined;

/** The log by month of booking, the latest first. */
export function TripLines({ rows, onBegin }: { rows: readonly TripLine[]; onBegin: OnBegin }) {
  const words = useTranslations('mileage');
  const language = useLanguage();
  return [...Map.groupBy(rows, ({ bookedOn }) => `${bookedOn.slice(0, 7)}-01`)].map(([first, same]) => (
    <section key={first} className="purchase-month">
      <header>
        <h2>{monthOf(first, language)}</h2>
      </header>
      <ul aria-label={`${words.list}, ${monthOf(first, language)}`}>
        {same.map((line) => (
          <Line key={line.id} line={line} onBegin={onBegin} />
        ))}
      </ul>
    </section>
  ));
}

function Line({ line, onBegin }: { line: TripLine; onBegin: OnBegin }) {
  const words = useTranslations('mileage');
  const language = useLanguage();
  const { number, on, bookedOn, kind, origin, destination, purpose, vehicleName, distance, amount } = line;
  const isOff = line.corrected || kind !== 'trip';
  const where =
    origin === undefined || destination === undefined
      ? words.revisionLine
      : words.from(origin, destination, line.returnTrip);
  return (
    <li className={isOff ? 'quiet' : undefined}>
      <span className="small quiet purchase-number">{words.line(number)}</span>
      <Day date={bookedOn} />
      <span className="purchase-what">
        <b>{where}</b> <span className="small quiet">{`${purpose} · ${vehicleName}`}</span>
        {bookedOn !== on && <span className="small quiet"> {words.bookedOn(shortDay(on))}</span>}
        {line.corrected && <span className="tag">{words.corrected}</span>}
        {kind === 'counter_entry' && <span className="tag">{words.counterEntry}</span>}
      </span>
      {onBegin && kind === 'trip' ? (
        <span className="purchase-acts">
          <button
            type="button"
            className="btn text"
            aria-label={words.repeatOf(number)}
            onClick={() => onBegin({ trip: line, isCorrection: false, turn: Date.now() })}
          >
            {words.repeat}
          </button>
          {!line.corrected && (
            <button
              type="button"
              className="btn text"
              aria-label={words.correctOf(number)}
              onClick={() => onBegin({ trip: line, isCorrection: true, turn: 0 })}
            >
              {words.correct}
            </button>
          )}
        </span>
      ) : (
        <span />
      )}
      <span className="numeric purchase-amount">
        <Money cents={amount} />
        <span className="small quiet">{words.kilometers(distance.toLocaleString(language))}</span>
      </span>
    </li>
  );
}
