import { Link } from '@tanstack/react-router';
import { useCompany } from '../account/settings/company/company-settings.ts';
import { Section } from '../app/components/section.tsx';
import { longDay, useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';

/** On home of a micro-enterprise: the declaration that is due, else the running period. */
export function UrssafCard() {
  const words = useTranslations('urssaf');
  const language = useLanguage();
  const today = useToday();
  const { may } = useSession();
  const { settings } = useCompany();
  const enabled = may('billing:read') && settings?.legalStatus === 'micro_enterprise';
  const ended = useOperation('get-urssaf-declaration', { query: {} }, { enabled });
  const running = useOperation('get-urssaf-declaration', { query: { on: today } }, { enabled });
  const shown = ended.data?.state === 'open' ? ended.data : running.data;
  if (!enabled || !shown) return null;
  const { declared, due, from, state, opensOn, dueOn } = shown;
  return (
    <Section
      title={words.title}
      aside={
        <Link to="/livres/urssaf" search={{ jour: from }} className="link small">
          {words.see}
        </Link>
      }
    >
      <dl className="pairs">
        {(
          [
            ['declared', declared],
            ['due', due],
          ] as const
        ).map(([name, amount]) => (
          <div key={name} className="pair">
            <dt>{words.sums[name]}</dt>
            <dd>
              <Money cents={amount} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="small quiet">{words.states[state](longDay(opensOn, language), longDay(dueOn, language))}</p>
    </Section>
  );
}
