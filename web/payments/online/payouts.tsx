import { Link } from '@tanstack/react-router';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Section } from '../../app/components/section.tsx';
import { longDay } from '../../app/formats/dates.tsx';
import { Money, money } from '../../app/formats/money.tsx';
import { IconDownload } from '../../app/icons.tsx';
import { saveFile } from '../../app/save-file.ts';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { More, type usePayouts } from './online-queries.tsx';

type Payout = Answer<'list-payouts'>['payouts'][number];
type Period = { readonly from: string; readonly to: string };

/** Payouts of a period, each with its payments, refunds and fees. */
export function Payouts({ period, found }: { period: Period; found: ReturnType<typeof usePayouts> }) {
  const words = useTranslations('payments').online.payouts;
  const { isSuccess, error, rows } = found;
  const save = useAction(async () =>
    saveFile(await call('export-payouts', { query: period }), `${words.file}-${period.from}.csv`),
  );
  return (
    <Section
      title={words.title}
      aside={
        rows.length > 0 && (
          <button
            type="button"
            className="btn quiet push"
            aria-disabled={save.isRunning}
            onClick={() => void save.run()}
          >
            <IconDownload /> {words.export}
          </button>
        )
      }
    >
      <ErrorMessage error={error ?? save.error} />
      {isSuccess && rows.length === 0 && <p className="quiet">{words.none}</p>}
      {rows.map((payout) => (
        <PaidOut key={payout.id} payout={payout} />
      ))}
      <More pages={found} />
    </Section>
  );
}

function PaidOut({ payout: { arrivesOn, amount, fee, currency, lines } }: { payout: Payout }) {
  const words = useTranslations('payments').online.payouts;
  const language = useLanguage();
  return (
    <details className="payout">
      <summary>
        <span>{words.one(longDay(arrivesOn, language))}</span>
        <span className="quiet small">
          {words.lines(lines.length)}, {words.fee(money(fee, currency, language))}
        </span>
        <span className="numeric push">
          <Money cents={amount} currency={currency} />
        </span>
      </summary>
      {lines.length === 0 && <p className="quiet">{words.noLines}</p>}
      <ul>
        {lines.map(({ id, kind, billingId, number, customerName, reference, amount: gross, fee: kept }) => (
          <li key={id}>
            <span>
              {words.kinds[kind]}{' '}
              {billingId ? (
                <Link to="/documents/$id" params={{ id: billingId }}>
                  {number}
                </Link>
              ) : (
                <span className="quiet">{reference}</span>
              )}{' '}
              <span className="quiet">{customerName}</span>
            </span>
            <span className="quiet small push">{kept !== 0 && words.fee(money(kept, currency, language))}</span>
            <span className="numeric">{gross !== 0 && <Money cents={gross} currency={currency} />}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
