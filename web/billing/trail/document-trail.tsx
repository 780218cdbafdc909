import { Link, useParams } from '@tanstack/react-router';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { Page } from '../../app/components/page.tsx';
import { Section } from '../../app/components/section.tsx';
import { dayOf, longDay, shortDay, timeOf } from '../../app/formats/dates.tsx';
import { Money, money } from '../../app/formats/money.tsx';
import type { Answer } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { kindOf } from '../finalized/related-documents.tsx';
import './document-trail.css';

type Trail = Answer<'get-billing-trail'>;

/** Characters of a hash on screen and paper: enough to find the entry in the audit trail. */
const HASH_SHOWN = 16;

/** The reliable audit trail of a document on one page, for the screen and for paper. */
export function Screen() {
  const words = useTranslations('finalized').trail;
  const { id = '' } = useParams({ strict: false });
  const { data, error } = useOperation('get-billing-trail', { billingId: id });
  const number = data?.documents.find((each) => each.id === id)?.number;
  return (
    <Page
      title={number === undefined ? words.title : words.titleOf(number)}
      back={{ to: `/documents/${id}`, label: words.back }}
      actions={
        <button type="button" className="btn" onClick={() => window.print()}>
          {words.print}
        </button>
      }
    >
      <p className="quiet trail-intro">{words.intro}</p>
      <ErrorMessage error={error} />
      {!data && !error && <Loading rows={8} />}
      {data && (
        <>
          <Documents of={data.documents} />
          <Entries of={data.entries} documents={data.documents} />
          <BankMovements of={data.bankMovements} documents={data.documents} />
        </>
      )}
    </Page>
  );
}

function Documents({ of }: { of: Trail['documents'] }) {
  const words = useTranslations('finalized');
  return (
    <Section title={words.trail.documents}>
      <ol className="trail">
        {of.map((document) => (
          <li key={document.id}>
            <span className="quiet">{shortDay(dayOf(document.emittedAt))}</span>
            <span>
              <Link to="/documents/$id" params={{ id: document.id }} className="link">
                {[kindOf(document, words), document.number ?? words.trail.draft].join(' ')}
              </Link>
            </span>
            <Money cents={document.amountWithTax} currency={document.currencyCode} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Entries({ of, documents }: { of: Trail['entries']; documents: Trail['documents'] }) {
  const words = useTranslations('finalized');
  const language = useLanguage();
  return (
    <Section title={words.trail.entries}>
      {of.length === 0 && <p className="quiet">{words.trail.none}</p>}
      <ol className="trail">
        {of.map(({ id, type, at, actor, amount, currency, billingId, hash, mails }) => (
          <li key={id}>
            <span className="quiet">
              {shortDay(dayOf(at), language)} {timeOf(at, language)}
            </span>
            <span>
              {words.activity.happened[type]}
              {numberOf(documents, billingId)}
              {mails && `, ${mails.flatMap(({ recipients }) => recipients).join(', ')}`}
              {actor && <span className="quiet"> {words.activity.by(actor)}</span>}
              <small className="quiet trail-hash">{words.trail.place(id, hash.slice(0, HASH_SHOWN))}</small>
            </span>
            {amount !== undefined && currency && <span className="numeric">{money(amount, currency, language)}</span>}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function BankMovements({ of, documents }: { of: Trail['bankMovements']; documents: Trail['documents'] }) {
  const words = useTranslations('finalized').trail;
  const language = useLanguage();
  return (
    <Section title={words.bank}>
      {of.length === 0 && <p className="quiet">{words.noBank}</p>}
      <ol className="trail">
        {of.map(({ billingId, paymentId, bookedOn, amount, currency, label, account, counterpart }) => (
          <li key={`${billingId} ${paymentId} ${bookedOn} ${label}`}>
            <span className="quiet">{longDay(bookedOn, language)}</span>
            <span>
              {[label || words.textDeleted, counterpart].filter(Boolean).join(', ')}
              {numberOf(documents, billingId)}
              <small className="quiet trail-hash">{account}</small>
            </span>
            <Money cents={amount} currency={currency} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

const numberOf = (documents: Trail['documents'], billingId: string | undefined): string => {
  const number = documents.find(({ id }) => id === billingId)?.number;
  return number === undefined ? '' : `, ${number}`;
};
