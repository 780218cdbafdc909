import { Link } from '@tanstack/react-router';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Section } from '../app/components/section.tsx';
import { Moment } from '../app/formats/dates.tsx';
import { money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import type { Activity as ActivityEvent } from '../client/schemas.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';

/** Number of events shown; the audit trail has them all. */
const SHOWN = 6;

/** The latest events of the account, and their authors. */
export function Activity() {
  const words = useTranslations('home').activity;
  const { mode, may } = useSession();
  const asked = useOperation('get-activity', { query: { limit: SHOWN, ...(mode === 'test' && { test: true }) } });
  return (
    <Section
      title={words.title}
      aside={
        may('account:read') && (
          <Link to="/reglages/audit" className="link">
            {words.audit}
          </Link>
        )
      }
    >
      <ErrorMessage error={asked.error} />
      {asked.data?.docs.length === 0 && <p className="quiet">{words.none}</p>}
      <ul className="activity">
        {asked.data?.docs.map((each) => (
          <li key={each.id}>
            <span className="quiet">
              <Moment when={each.at} />
            </span>
            <span>
              <EventText event={each} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function EventText({
  event: { type, billingId, number, customerName, amount, currency, actor },
}: {
  event: ActivityEvent;
}) {
  const words = useTranslations('home').activity;
  const language = useLanguage();
  const isOfMoney = type === 'paid' || type === 'payment_reversed' || type === 'refunded';
  const sum = isOfMoney && amount !== undefined && currency && money(amount, currency, language);
  const about = [number, sum, customerName].filter(Boolean).join(', ');
  const said = about ? words.about(words.happened[type], about) : words.happened[type];
  return (
    <>
      {billingId ? (
        <Link to="/documents/$id" params={{ id: billingId }}>
          {said}
        </Link>
      ) : (
        said
      )}
      {actor && <span className="quiet"> {words.by(actor)}</span>}
    </>
  );
}
