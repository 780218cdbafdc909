import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Section } from '../app/components/section.tsx';
import { longDay, shortDay } from '../app/formats/dates.tsx';
import { useSession } from '../app/session/session.ts';
import { type Answer, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { useReadiness } from './readiness.tsx';
import { isToSend } from './report-to-send.ts';

type Period = Answer<'list-e-report-periods'>['periods'][number];

/** Under the periods, so that sending a report refreshes it. */
const KEY = ['list-e-report-periods', 'due'];

/** On home, once e-reporting applies: the report that is due first and was not sent. */
export function ReportCard() {
  const words = useTranslations('eReporting');
  const language = useLanguage();
  const { may } = useSession();
  const readiness = useReadiness();
  const isConcerned = readiness?.duties.some(
    ({ duty, state, since }) => duty.startsWith('report_') && state !== 'not_concerned' && since <= readiness.day,
  );
  const enabled = may('billing:write') && isConcerned === true;
  const { data: due } = useQuery({ queryKey: KEY, queryFn: firstDue, enabled });
  if (!enabled || !due) return null;
  const { kind, from, to, lastDay, state } = due;
  return (
    <Section
      title={words.due}
      aside={
        <Link to="/reglages/e-reporting" className="link small">
          {words.see}
        </Link>
      }
    >
      <p>
        {words.kinds[kind]}, {words.span(shortDay(from, language), shortDay(to, language))},{' '}
        {(state === 'overdue' ? words.wasDue : words.until)(longDay(lastDay, language))}
      </p>
    </Section>
  );
}

/** Periods without anything to report ask for nothing. Null if no report is due. */
async function firstDue(): Promise<Period | null> {
  const { periods } = await call('list-e-report-periods', {});
  for (const period of periods.filter(isToSend)) {
    const { isEmpty } = await call('get-e-report', { kind: period.kind, query: { on: period.from } });
    if (!isEmpty) return period;
  }
  return null;
}
