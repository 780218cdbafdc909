import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../app/components/empty-state.tsx';
import { Page } from '../../app/components/page.tsx';
import { dayOf, shortDay, useToday } from '../../app/formats/dates.tsx';
import { money } from '../../app/formats/money.tsx';
import { IconPlus } from '../../app/icons.tsx';
import { useSession } from '../../app/session/session.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import type { ListName } from './list-definitions.ts';

/** Empty document list: the life cycle of a document, and the first action. */
export function EmptyList({ register }: { register: ListName }) {
  const words = useTranslations('lists');
  const language = useLanguage();
  const { may } = useSession();
  const { title, new: newWord, empty, estimateFirst } = words[register];
  const { heads, ghost } = words;
  const today = useToday();
  const isOffer = register === 'estimates';
  const columns = [
    { head: heads.number, ghost: empty.number(Number(today.slice(0, 4))) },
    { head: heads.customer, ghost: ghost.customer },
    { head: heads.subject, ghost: empty.subject },
    ...(isOffer ? [] : [{ head: heads.emitted, ghost: shortDay(today, language), isFigure: true }]),
    {
      head: isOffer ? heads.valid : heads.due,
      ghost: shortDay(dayOf(Date.parse(today) / 1000 + 30 * DAY_SECONDS), language),
      isFigure: true,
    },
    { head: heads.state, ghost: ghost.draft },
    { head: heads.total, ghost: money(0, 'EUR', language), isFigure: true },
  ];
  const actions = may('billing:write') && (
    <>
      <Link to={(isOffer ? '/devis/nouveau' : '/factures/nouvelle') as '/'} className="btn primary big">
        <IconPlus /> {newWord}
      </Link>
      {!isOffer && (
        <Link to="/devis" className="link">
          {estimateFirst}
        </Link>
      )}
      {!isOffer && (
        <Link to="/import" className="link">
          {words.moveIn}
        </Link>
      )}
      {may('customers:write') && (
        <Link to="/clients" className="link">
          {words.importCustomers}
        </Link>
      )}
    </>
  );
  return (
    <Page title={title}>
      <EmptyState columns={columns} title={empty.title} description={empty.said} actions={actions}>
        {!isOffer && (
          <ol className="life">
            {words.life.map(({ name, said, more }) => (
              <li key={name}>
                <b>{name}</b>
                <span>{said}</span>
                <span className="quiet">{more}</span>
              </li>
            ))}
          </ol>
        )}
      </EmptyState>
    </Page>
  );
}

const DAY_SECONDS = 86_400;
