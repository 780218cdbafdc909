import { Link } from '@tanstack/react-router';
import { shortDay } from '../app/formats/dates.tsx';
import { type Answer, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';

type Report = Answer<'get-e-report'>;
type Period = Answer<'list-e-report-periods'>['periods'][number];

/** The e-reports of a span of days: how many would be sent, are empty, or lack something. */
export type RehearsedReports = {
  readonly sent: number;
  readonly empty: number;
  readonly incomplete: readonly Pick<Report, 'kind' | 'from' | 'to' | 'faults'>[];
};

/**
 * Computes the e-reports of the periods that overlap a span and are over, one after the other.
 * `see` receives the result after each period.
 */
export async function rehearseReports(
  { from, to, today }: { readonly from: string; readonly to: string; readonly today: string },
  see: (reports: RehearsedReports) => void,
): Promise<void> {
  let known: RehearsedReports = { sent: 0, empty: 0, incomplete: [] };
  for (const { kind, from: on } of await periodsOver({ from, to, today })) {
    known = withReport(known, await call('get-e-report', { kind, query: { on } }));
    see(known);
  }
}

/** Asked year by year, because one answer has a limit; no period is in two years. */
async function periodsOver({ from, to, today }: { from: string; to: string; today: string }): Promise<Period[]> {
  const found: Period[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    const [first, last] = [`${year}-01-01`, `${year}-12-31`];
    const query = { from: from > first ? from : first, to: to < last ? to : last };
    found.push(...(await call('list-e-report-periods', { query })).periods);
  }
  return found.filter((period) => period.to < today);
}

const withReport = ({ sent, empty, incomplete }: RehearsedReports, report: Report): RehearsedReports => ({
  sent: sent + (report.isEmpty || report.faults.length > 0 ? 0 : 1),
  empty: empty + (report.isEmpty && report.faults.length === 0 ? 1 : 0),
  incomplete: report.faults.length === 0 ? incomplete : [...incomplete, report],
});

/** The result of the rehearsal of e-reports, with the missing data of incomplete ones. */
export function ReportsOutcome({ reports: { sent, empty, incomplete } }: { reports: RehearsedReports }) {
  const words = useTranslations('platform').rehearsal;
  const reporting = useTranslations('eReporting');
  const language = useLanguage();
  return (
    <>
      <p role="status">{words.reportsResult({ sent, empty, incomplete: incomplete.length })}</p>
      {incomplete.length > 0 && (
        <ul className="duties">
          {incomplete.map(({ kind, from, to, faults }) => (
            <li key={`${kind} ${from}`}>
              <span>
                {reporting.kinds[kind]}, {reporting.span(shortDay(from, language), shortDay(to, language))}{' '}
                <small className="quiet">
                  {faults.map(({ name, numbers }) => [reporting.faults[name], ...numbers].join(' ')).join(' ')}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to="/reglages/e-reporting" className="link">
          {words.reports}
        </Link>
      </p>
    </>
  );
}
