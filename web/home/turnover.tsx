import { type CSSProperties, useState } from 'react';
import { Section } from '../app/components/section.tsx';
import { monthOf, shortMonth } from '../app/formats/dates.tsx';
import { figure, Money, money } from '../app/formats/money.tsx';
import type { Dashboard, TurnoverOfMonth } from '../client/schemas.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { FigureLink, ListLink, Others } from './figure-link.tsx';

type Kind = 'collected' | 'invoiced';
type Drawn = { dashboard: Dashboard; kind: Kind };

/** Turnover by month compared with the previous year: a chart, and a table of the same figures. */
export function Turnover({ dashboard }: { dashboard: Dashboard }) {
  const words = useTranslations('home').turnover;
  const { chart } = useTranslations('app');
  const language = useLanguage();
  const [kind, setKind] = useState<Kind>('collected');
  const [isTable, setTable] = useState(false);
  const series = dashboard.turnover[kind];
  const amount = (cents: number) => money(cents, dashboard.currency, language);
  return (
    <Section
      title={words.title}
      aside={
        <>
          <span className="quiet small">
            {words.compared(amount(series.year.amount), dashboard.year, amount(series.lastYearToDate.amount))}
          </span>
          <span className="segmented-control" role="group" aria-label={words.shown}>
            {(['collected', 'invoiced'] as const).map((each) => (
              <button key={each} type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
                {words[each]}
              </button>
            ))}
          </span>
        </>
      }
    >
      <figure>
        {isTable ? <Table dashboard={dashboard} kind={kind} /> : <Chart dashboard={dashboard} kind={kind} />}
        <figcaption className="legend">
          {!isTable && <Legend year={dashboard.year} />}
          <button type="button" className="link push" onClick={() => setTable(!isTable)}>
            {isTable ? chart.drawing : chart.table}
          </button>
        </figcaption>
      </figure>
      <Others figure={series.year} />
    </Section>
  );
}

function Legend({ year }: { year: number }) {
  const words = useTranslations('home').turnover;
  return (
    <>
      <span>
        <i />
        {year}
      </span>
      <span>
        <i className="now" />
        {words.now}
      </span>
      <span>
        <i className="last-year" />
        {year - 1}
      </span>
    </>
  );
}

function Chart({ dashboard, kind }: Drawn) {
  const words = useTranslations('home').turnover;
  const language = useLanguage();
  const { months } = dashboard.turnover[kind];
  const most = Math.max(...months.flatMap(({ thisYear, lastYear }) => [thisYear.amount, lastYear.amount]));
  const top = most > 0 ? scaleOver(most) : EMPTY_SCALE_CENTS;
  const euros = (cents: number) => figure(cents / 100, language);
  return (
    <div className="chart" role="group" aria-label={words.drawing(words[kind], dashboard.year)}>
      <div className="scale" aria-hidden="true">
        {[1, 0.5, 0].map((part) => (
          <span key={part} style={{ bottom: `${part * 100}%` }}>
            {euros(top * part)}
          </span>
        ))}
      </div>
      <ol className="bars">
        {months.map((month) => (
          <Bar key={month.month} month={month} dashboard={dashboard} top={top} />
        ))}
      </ol>
      <div className="months" aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>
            {isRunning(month, dashboard) ? (
              <b>{shortMonth(`${month}-01`, language)}</b>
            ) : (
              shortMonth(`${month}-01`, language)
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

function Bar({
  month: { month, thisYear, lastYear },
  dashboard,
  top,
}: {
  month: TurnoverOfMonth;
  dashboard: Dashboard;
  top: number;
}) {
  const words = useTranslations('home').turnover;
  const language = useLanguage();
  const amount = (cents: number) => money(cents, dashboard.currency, language);
  const said = words.bar(
    monthOf(`${month}-01`, language),
    amount(thisYear.amount),
    amount(lastYear.amount),
    dashboard.year - 1,
  );
  const isNow = isRunning(month, dashboard);
  const [list] = thisYear.lists;
  return (
    <li
      className={isNow ? 'now' : undefined}
      style={{ '--v': Math.max(0, thisYear.amount / top), '--p': Math.max(0, lastYear.amount / top) } as CSSProperties}
    >
      <i />
      {lastYear.amount > 0 && <u />}
      {isNow && thisYear.amount > 0 && <em aria-hidden="true">{figure(thisYear.amount / 100, language)}</em>}
      {list && <ListLink list={list} title={said} />}
    </li>
  );
}

function Table({ dashboard, kind }: Drawn) {
  const words = useTranslations('home').turnover;
  const language = useLanguage();
  return (
    <table className="turnover-table">
      <caption className="screen-reader-only">{words.drawing(words[kind], dashboard.year)}</caption>
      <thead>
        <tr>
          <th>{words.month}</th>
          <th className="numeric">{dashboard.year}</th>
          <th className="numeric">{dashboard.year - 1}</th>
        </tr>
      </thead>
      <tbody>
        {dashboard.turnover[kind].months.map(({ month, thisYear, lastYear }) => (
          <tr key={month} className={isRunning(month, dashboard) ? 'now' : undefined}>
            <th scope="row">{monthOf(`${month}-01`, language)}</th>
            <td className="numeric">
              <FigureLink figure={thisYear} currency={dashboard.currency} />
            </td>
            <td className="numeric">
              <Money cents={lastYear.amount} currency={dashboard.currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Top of the scale without turnover, so that it does not show fractions of a euro. */
const EMPTY_SCALE_CENTS = 100_000;

const isRunning = (month: string, { day }: Dashboard): boolean => day.startsWith(month);

/** The smallest round number above all bars: 1, 2, 2.5 or 5 times a power of ten. */
function scaleOver(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 2.5, 5, 10].map((step) => step * unit).find((each) => each >= most) ?? 10 * unit;
}
