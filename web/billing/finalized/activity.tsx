import { Link } from '@tanstack/react-router';
import { Moment } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import { useTranslations } from '../../locales/language.ts';
import { type Happening, useActivity } from './document-queries.ts';
import { Part } from './panel-section.tsx';

/** The events of a document with their authors, newest first. */
export function Activity({ billingId }: { billingId: string }) {
  const words = useTranslations('finalized').activity;
  const { data = [] } = useActivity(billingId);
  return (
    <Part title={words.title}>
      <ul className="log">
        {data.map((happening) => (
          <li key={happening.id}>
            <span className="quiet">
              <Moment when={happening.at} />
            </span>
            <span>
              <Said happening={happening} />
            </span>
          </li>
        ))}
      </ul>
      <p className="small audit-link">
        <Link to="/reglages/audit" className="link">
          {words.audit}
        </Link>
      </p>
    </Part>
  );
}

function Said({ happening: { type, number, amount, currency, actor, mails } }: { happening: Happening }) {
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
