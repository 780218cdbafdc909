import { Link } from '@tanstack/react-router';
import { Moment } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import { useTranslations } from '../../locales/language.ts';
import { type ActivityEvent, useActivity } from './document-queries.ts';
import { Part } from './panel-section.tsx';

/** The events of a document with their authors, newest first. */
export function Activity({ billingId }: { billingId: string }) {
  const words = useTranslations('finalized').activity;
  const { data = [] } = useActivity(billingId);
  return (
    <Part title={words.title}>
      <ul className="log">
        {data.map((event) => (
          <li key={event.id}>
            <span className="quiet">
              <Moment when={event.at} />
            </span>
            <span>
              <EventText event={event} />
            </span>
          </li>
        ))}
      </ul>
      <p className="small audit-link">
        <Link to="/documents/$id/piste" params={{ id: billingId }} className="link">
          {words.audit}
        </Link>
      </p>
    </Part>
  );
}

function EventText({ event: { type, number, amount, currency, actor, mails } }: { event: ActivityEvent }) {
  const words = useTranslations('finalized').activity;
  const to = mails?.flatMap(({ recipients }) => recipients).join(', ');
  const about =
    type === 'finalized' ? number : type === 'sent' ? to : amount !== undefined ? money(amount, currency) : undefined;
  return (
    <>
      {about ? words.about(words.happened[type], about) : words.happened[type]}
      {actor && <span className="quiet"> {words.by(actor)}</span>}
    </>
  );
}
