import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { settingsKey } from '../account/settings/company/company-settings.ts';
import { Section } from '../app/components/section.tsx';
import { Status } from '../app/components/status.tsx';
import { useSession } from '../app/session/session.ts';
import { call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';

/** On home: a platform of this mode refuses its keys, so documents and statuses wait. */
export function RefusedKeysCard() {
  const words = useTranslations('platform');
  const { account, mode, may } = useSession();
  const enabled = may('account:admin');
  const { data } = useQuery({
    queryKey: ['list-platform-connections'],
    queryFn: () => call('list-platform-connections', {}, settingsKey(account)),
    enabled,
  });
  const refused = data?.connections.filter(
    ({ test, failure }) => test === (mode === 'test') && failure?.reason === 'keys_refused',
  );
  if (!enabled || !refused?.length) return null;
  return (
    <Section title={words.title}>
      {refused.map(({ id, name }) => (
        <p key={id}>
          <Status state="failed">{name}</Status>
        </p>
      ))}
      <p>
        {words.failures.keys_refused} {words.waiting}
      </p>
      <p>
        <Link to="/reglages/plateforme" className="link">
          {words.openSettings}
        </Link>
      </p>
    </Section>
  );
}
