import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Money, money } from '../app/formats/money.tsx';
import { IconInfoCircle } from '../app/icons.tsx';
import { useSession } from '../app/session/session.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { More, type OnlinePayment, useOnlinePayments } from './online/online-queries.tsx';
import { ApplyDialog, ReturnOverpaymentDialog } from './unapplied-dialogs.tsx';

type Asked = { readonly act: 'apply' | 'giveBack'; readonly kept: OnlinePayment };

/** Money that no document could take, until it is applied or returned. */
export function Apart() {
  const words = useTranslations('payments').online.apart;
  const language = useLanguage();
  const { may } = useSession();
  const [asked, ask] = useState<Asked>();
  const found = useOnlinePayments({ unapplied: true });
  const awaited = useOnlinePayments({ awaited: true });
  if (found.rows.length === 0) return <Awaited found={awaited} />;
  const close = (): void => ask(undefined);
  return (
    <>
      <section className="notice warn apart" aria-label={words.title}>
        <IconInfoCircle />
        <div>
          <p>
            <b>{words.title}</b>
            <br />
            {words.said}
          </p>
          <ul>
            {found.rows.map((kept) => (
              <li key={kept.id}>
                <span>
                  <Money cents={kept.unappliedAmount} currency={kept.currency} /> · {kept.customerName} ·{' '}
                  <Link to="/documents/$id" params={{ id: kept.billingId }}>
                    {kept.number}
                  </Link>{' '}
                  ({words.sources[kept.source]})
                </span>
                {may('billing:write') && (
                  <span className="uses">
                    {(['apply', 'giveBack'] as const).map((act) => (
                      <button
                        key={act}
                        type="button"
                        className="btn"
                        aria-label={words[act].of(
                          money(kept.unappliedAmount, kept.currency, language),
                          kept.customerName ?? '',
                        )}
                        onClick={() => ask({ act, kept })}
                      >
                        {words[act].act}
                      </button>
                    ))}
                  </span>
                )}
              </li>
            ))}
          </ul>
          <More pages={found} />
        </div>
      </section>
      <Awaited found={awaited} />
      {asked?.act === 'apply' && <ApplyDialog kept={asked.kept} onClose={close} />}
      {asked?.act === 'giveBack' && <ReturnOverpaymentDialog kept={asked.kept} onClose={close} />}
    </>
  );
}

/** Refunds announced by the user that the provider has not confirmed yet. */
function Awaited({ found }: { found: ReturnType<typeof useOnlinePayments> }) {
  const words = useTranslations('payments').online.apart.awaited;
  if (found.rows.length === 0) return null;
  return (
    <section className="notice apart" aria-label={words.title}>
      <IconInfoCircle />
      <div>
        <p>
          <b>{words.title}</b>
          <br />
          {words.said}
        </p>
        <ul>
          {found.rows.map(({ id, awaitedAmount, currency, customerName, billingId, number }) => (
            <li key={id}>
              <span>
                <Money cents={awaitedAmount} currency={currency} /> · {customerName} ·{' '}
                <Link to="/documents/$id" params={{ id: billingId }}>
                  {number}
                </Link>
              </span>
            </li>
          ))}
        </ul>
        <More pages={found} />
      </div>
    </section>
  );
}
