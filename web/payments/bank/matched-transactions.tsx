import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { Day } from '../../app/formats/dates.tsx';
import { Money, money } from '../../app/formats/money.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { type Answer, call } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { useBankAccount, useTransactionMoves } from './bank-queries.ts';

type Match = Answer<'list-bank-matches'>['docs'][number];

/** Number of latest matches shown. */
const SHOWN = 100;

/** Matched transactions, including automatic matches, with undo. */
export function Matched() {
  const words = useTranslations('bank').matched;
  const { views } = useTranslations('bank');
  const language = useLanguage();
  const { may } = useSession();
  const [asked, ask] = useState<Match>();
  const { data, error } = useOperation('list-bank-matches', { query: { limit: SHOWN, ...useBankAccount() } });
  if (!data) return error ? <ErrorMessage error={error} /> : <Loading rows={6} />;
  return (
    <>
      {data.docs.length === 0 && <p className="plain quiet">{words.none}</p>}
      <ul className="bank-lines" aria-label={views.matched}>
        {data.docs.map((match) => (
          <li key={match.id}>
            <span className="on quiet">
              <Day date={match.bookedOn} />
            </span>
            <span className="bank-label">
              {match.counterpart && <b>{match.counterpart} </b>}
              <span className="quiet">{match.label}</span>
            </span>
            <span className="what">
              {match.billingId ? (
                <Link to="/documents/$id" params={{ id: match.billingId }}>
                  {match.number}
                </Link>
              ) : (
                words.payout
              )}{' '}
              {match.customerName} {match.kind === 'kept' && <span className="tag">{words.kept}</span>}{' '}
              {match.byItself && <span className="tag">{words.byItself}</span>}
            </span>
            <span className="numeric">
              <Money cents={match.amount} currency={match.currency} />
            </span>
            {may('billing:write') && (
              <span className="uses">
                <button
                  type="button"
                  className="btn quiet"
                  aria-label={words.undoOf(money(match.amount, match.currency, language), match.number ?? words.payout)}
                  onClick={() => ask(match)}
                >
                  {words.undo}
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked && <Undo match={asked} onClose={() => ask(undefined)} />}
    </>
  );
}

function Undo({ match, onClose }: { match: Match; onClose: () => void }) {
  const words = useTranslations('bank');
  const moved = useTransactionMoves();
  const act = useAction(async () => {
    await call('undo-bank-transaction', { transactionId: match.transactionId });
    await moved();
    toast(words.confirm.undone);
    onClose();
  });
  return (
    <Dialog
      title={words.matched.title}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn quiet" onClick={onClose}>
            {words.matched.cancel}
          </button>
          <button type="button" className="btn primary" aria-disabled={act.isRunning} onClick={() => void act.run()}>
            {words.matched.go}
          </button>
        </>
      }
    >
      <p>{words.matched.said}</p>
      <ErrorMessage error={act.error} />
    </Dialog>
  );
}
