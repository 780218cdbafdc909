import { type FormEvent, useState } from 'react';
import { Field } from '../../app/components/field.tsx';
import { useToday } from '../../app/formats/dates.tsx';
import { useTranslations } from '../../locales/language.ts';
import { lastDayOf } from './months.ts';
import type { ListFilters } from './url-filters.ts';

type Period = Pick<ListFilters, 'du' | 'au' | 'date'>;

/** Date range filter: which date, from, to, and common ranges in one click. */
export function PeriodFields({
  from,
  to,
  date,
  onChange,
}: {
  from: string | undefined;
  to: string | undefined;
  date: string;
  onChange: (period: Period) => void;
}) {
  const words = useTranslations('lists').filters;
  const today = useToday();
  const [given, give] = useState({ du: from ?? '', au: to ?? '', date });
  const say = ({ du, au, date: which }: { du: string; au: string; date: string }): void =>
    onChange({ ...(du && { du }), ...(au && { au }), ...((du || au) && which !== 'emission' && { date: which }) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    say(given);
  };
  return (
    <form className="fields" onSubmit={submit} noValidate>
      <div className="quick">
        {quickOnes(today, words).map(({ name, du, au }) => (
          <button key={name} type="button" className="btn" onClick={() => say({ ...given, du, au })}>
            {name}
          </button>
        ))}
      </div>
      <select
        className="input"
        aria-label={words.period}
        value={given.date}
        onChange={({ target }) => give({ ...given, date: target.value })}
      >
        {Object.entries(words.periodOf).map(([name, said]) => (
          <option key={name} value={name}>
            {said}
          </option>
        ))}
      </select>
      <div className="two">
        <Field
          label={words.from}
          type="date"
          value={given.du}
          onChange={({ target }) => give({ ...given, du: target.value })}
        />
        <Field
          label={words.to}
          type="date"
          value={given.au}
          onChange={({ target }) => give({ ...given, au: target.value })}
        />
      </div>
      <button type="submit" className="btn primary">
        {words.apply}
      </button>
    </form>
  );
}

function quickOnes(
  today: string,
  words: { thisMonth: string; lastMonth: string; thisQuarter: string; year: (year: number) => string },
) {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = (ofYear: number, ofMonth: number): string =>
    new Date(Date.UTC(ofYear, ofMonth - 1, 1)).toISOString().slice(0, 10);
  const quarter = Math.floor((month - 1) / 3) * 3 + 1;
  const wholeYear = (of: number) => ({ name: words.year(of), du: `${of}-01-01`, au: `${of}-12-31` });
  return [
    { name: words.thisMonth, du: first(year, month), au: lastDayOf(today) },
    { name: words.lastMonth, du: first(year, month - 1), au: lastDayOf(first(year, month - 1)) },
    { name: words.thisQuarter, du: first(year, quarter), au: lastDayOf(first(year, quarter + 2)) },
    wholeYear(year),
    wholeYear(year - 1),
  ];
}
