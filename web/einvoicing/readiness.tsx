import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Section } from '../app/components/section.tsx';
import { type StateName, Status } from '../app/components/status.tsx';
import { longDay } from '../app/formats/dates.tsx';
import { useSession } from '../app/session/session.ts';
import { type Answer, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import './readiness.css';

export type Readiness = Answer<'get-e-invoicing-readiness'>;
type Duty = Readiness['duties'][number];

/** Under the lists of connections, so that connecting a platform refreshes it. */
const KEY = ['list-platform-connections', 'readiness'];

/** The duties for live documents; undefined in test mode and for the sample account. */
export function useReadiness(): Readiness | undefined {
  const { mode, account } = useSession();
  const isLive = mode === 'live' && account !== undefined && !account.isSample;
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => call('get-e-invoicing-readiness', {}),
    enabled: isLive,
  });
  return isLive ? data : undefined;
}

/** On home: what already applies and is not ready, until it is. */
export function ReadinessCard() {
  const words = useTranslations('platform').readiness;
  const { may } = useSession();
  const readiness = useReadiness();
  const open = readiness?.duties.filter(({ state }) => state === 'to_do') ?? [];
  if (open.length === 0 || !may('account:admin')) return null;
  return (
    <Section title={words.title}>
      <Duties duties={open} />
      <p>
        <Link to="/reglages/plateforme" className="link">
          {words.open}
        </Link>
      </p>
    </Section>
  );
}

const dotOf: Readonly<Record<Duty['state'], StateName>> = {
  ready: 'ok',
  to_do: 'late',
  to_prepare: 'waiting',
  not_concerned: 'draft',
};

/** Each duty, how far it is, and its day. */
export function Duties({ duties }: { duties: readonly Duty[] }) {
  const words = useTranslations('platform').readiness;
  const language = useLanguage();
  return (
    <ul className="duties">
      {duties.map(({ duty, state, since }) => (
        <li key={duty}>
          <span>
            {words.duties[duty]}{' '}
            <small className="quiet">
              {(state === 'to_prepare' ? words.until : words.since)(longDay(since, language))}
            </small>
          </span>
          <Status state={dotOf[state]}>{words.states[state]}</Status>
        </li>
      ))}
    </ul>
  );
}
