import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { Day } from '../../app/formats/dates.tsx';
import { Money, money } from '../../app/formats/money.tsx';
import { useKeys, useSingleKeys } from '../../app/palette/keyboard-shortcuts.ts';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { call } from '../../client/call.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { More } from '../online/online-queries.tsx';
import { type OpenTransaction, type Suggestion, useOpenTransactions, useTransactionMoves } from './bank-queries.ts';
import { ChooseDocument } from './choose-document.tsx';
import { TransactionActs } from './transaction-acts.tsx';

/** Transactions with a suggested match: confirm or dismiss each with one key. */
export function ToConfirm() {
  const words = useTranslations('bank');
  const { may } = useSession();
  const [hasKeys] = useSingleKeys();
  const found = useOpenTransactions('suggested');
  const { done, confirm, dismiss, error } = useDecisions();
  const list = useRef<HTMLUListElement>(null);
  const rows = found.rows.filter(({ id }) => !done.has(id));
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-confirm]') ?? [])];
  const step = (by: number): void => {
    const all = buttons();
    const now = all.findIndex((button) => button.closest('li')?.contains(document.activeElement));
    (all[now + by] ?? all[by > 0 ? 0 : all.length - 1])?.focus();
  };
  useKeys({ j: () => step(1), k: () => step(-1) });
  // The first one is focused, ready to confirm.
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current || rows.length === 0) return;
    isFirst.current = false;
    if (document.activeElement === document.body) buttons()[0]?.focus({ preventScroll: true });
  });
  /** Its row disappears: focus the next one. */
  const after = (id: string, act: () => void): void => {
    const at = rows.findIndex((row) => row.id === id);
    act();
    requestAnimationFrame(() => buttons()[Math.min(at, rows.length - 2)]?.focus());
  };
  if (found.isPending) return <Loading rows={6} />;
  return (
    <>
      <ErrorMessage error={error ?? found.error} />
      {rows.length === 0 && !found.hasNextPage && <p className="plain quiet">{words.confirm.none}</p>}
      {rows.length > 0 && hasKeys && may('billing:write') && <p className="quiet small bank-keys">{words.keys}</p>}
      <ul className="bank-lines" ref={list} aria-label={words.views.confirm}>
        {rows.map((row) => (
          <Suggested
            key={row.id}
            row={row}
            suggestion={row.suggestion as Suggestion}
            onConfirm={() => after(row.id, () => void confirm(row))}
            onDismiss={() => after(row.id, () => void dismiss(row))}
            onStep={step}
          />
        ))}
      </ul>
      <More pages={found} />
    </>
  );
}

/** Optimistic update: the row leaves the list, and returns with an error if it is refused. */
function useDecisions() {
  const words = useTranslations('bank').confirm;
  const language = useLanguage();
  const moved = useTransactionMoves();
  const nameOf = useNameOf();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<unknown>();
  const decided = async ({ id }: OpenTransaction, act: () => Promise<void>): Promise<void> => {
    setDone((before) => new Set(before).add(id));
    setError(undefined);
    try {
      await act();
      await moved();
    } catch (caught) {
      setError(caught);
    }
    // After a refetch, rows still in the list are shown again.
    setDone((before) => new Set([...before].filter((each) => each !== id)));
  };
  const takenBack = (transactionId: string, isApplied: boolean) => async (): Promise<void> => {
    if (isApplied) await call('undo-bank-transaction', { transactionId });
    await call('reconsider-bank-transaction', { transactionId });
    await moved();
    toast(words.undone);
  };
  const undo = (id: string, isApplied: boolean) => ({
    label: words.undo,
    run: () => void takenBack(id, isApplied)().catch(setError),
  });
  return {
    ...{ done, error },
    confirm: (row: OpenTransaction) =>
      decided(row, async () => {
        const { documents, paymentIds, payoutId, kind } = row.suggestion as Suggestion;
        const body = {
          documents: kind === 'documents' ? documents.map(({ billingId, amount }) => ({ billingId, amount })) : [],
          payments: paymentIds,
          ...(payoutId !== undefined && { payouts: [payoutId] }),
        };
        await call('apply-bank-transaction', { transactionId: row.id, body });
        toast(words.done(money(row.remaining, row.currency, language), nameOf(row.suggestion)), undo(row.id, true));
      }),
    dismiss: (row: OpenTransaction) =>
      decided(row, async () => {
        const { key } = row.suggestion as Suggestion;
        await call('dismiss-bank-suggestion', { transactionId: row.id, body: { key } });
        toast(words.dismissed, undo(row.id, false));
      }),
  };
}

/** Text of a suggestion. */
function useNameOf(): (suggestion: Suggestion | undefined) => string {
  const words = useTranslations('bank').confirm;
  return (suggestion) => {
    if (!suggestion || suggestion.kind === 'payout') return words.payout;
    const [first, ...others] = suggestion.documents;
    return others.length > 0 ? words.many(suggestion.documents.length) : (first?.number ?? '');
  };
}

type Given = {
  readonly row: OpenTransaction;
  readonly suggestion: Suggestion;
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
  readonly onStep: (by: number) => void;
};

function Suggested({ row, suggestion, onConfirm, onDismiss, onStep }: Given) {
  const words = useTranslations('bank').confirm;
  const language = useLanguage();
  const { may } = useSession();
  const amount = money(row.remaining, row.currency, language);
  const what = useNameOf()(suggestion);
  const onKey = (event: KeyboardEvent): void => {
    const act = { ArrowDown: () => onStep(1), ArrowUp: () => onStep(-1), x: onDismiss, X: onDismiss }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  return (
    <li>
      <TransactionText row={row} />
      <SuggestedWhat suggestion={suggestion} currency={row.currency} />
      <span className="numeric">
        <Money cents={row.remaining} currency={row.currency} />
      </span>
      {may('billing:write') && (
        <span className="uses">
          <button
            type="button"
            className="btn primary"
            data-confirm
            aria-label={words.of(amount, what)}
            onClick={onConfirm}
            onKeyDown={onKey}
          >
            {words.go}
          </button>
          <button
            type="button"
            className="btn quiet"
            aria-label={words.noOf(amount, what)}
            onClick={onDismiss}
            onKeyDown={onKey}
          >
            {words.no}
          </button>
        </span>
      )}
    </li>
  );
}

/** Date and bank label of a transaction. */
function TransactionText({ row: { bookedOn, label, counterpart } }: { row: OpenTransaction }) {
  return (
    <>
      <span className="on quiet">
        <Day date={bookedOn} />
      </span>
      <span className="bank-label">
        {counterpart && <b>{counterpart} </b>}
        <span className={counterpart ? 'quiet' : undefined}>{label}</span>
      </span>
    </>
  );
}

function SuggestedWhat({ suggestion, currency }: { suggestion: Suggestion; currency: string }) {
  const { confirm: words, reasons } = useTranslations('bank');
  const language = useLanguage();
  return (
    <span className="what">
      {suggestion.documents.map(({ billingId, number, customerName, amount, remaining }) => (
        <span key={billingId}>
          <Link to="/documents/$id" params={{ id: billingId }}>
            {number}
          </Link>{' '}
          {customerName}{' '}
          {suggestion.kind === 'documents' && (suggestion.documents.length > 1 || amount < remaining) && (
            <span className="quiet">
              {amount < remaining
                ? words.part(money(amount, currency, language), money(remaining, currency, language))
                : money(amount, currency, language)}
            </span>
          )}
          <br />
        </span>
      ))}
      {suggestion.kind === 'payout' && <span>{words.payout}</span>}
      {suggestion.kind === 'payment' && <span className="small quiet">{words.recorded}</span>}
      <span className="why">
        {suggestion.reasons.map((reason) => (
          <span key={reason} className="tag">
            {reasons[reason]}
          </span>
        ))}
      </span>
    </span>
  );
}

/** A transaction without suggestion: choose a document, or set it aside. */
export function Left() {
  const words = useTranslations('bank').left;
  const { views } = useTranslations('bank');
  const { may } = useSession();
  const moved = useTransactionMoves();
  const [chosen, choose] = useState<OpenTransaction>();
  const found = useOpenTransactions('left');
  const aside = useAction(async (row: OpenTransaction) => {
    await call('dismiss-bank-suggestion', { transactionId: row.id, body: {} });
    await moved();
    toast(words.set);
  });
  if (found.isPending) return <Loading rows={6} />;
  return (
    <>
      <ErrorMessage error={aside.error ?? found.error} />
      {found.rows.length === 0 && !found.hasNextPage && <p className="plain quiet">{words.none}</p>}
      <ul className="bank-lines left" aria-label={views.left}>
        {found.rows.map((row) => (
          <li key={row.id}>
            <TransactionText row={row} />
            <span className="what" />
            <span className="numeric">
              <Money cents={row.remaining} currency={row.currency} />
            </span>
            {may('billing:write') && (
              <TransactionActs
                use={{ text: words.choose, label: words.chooseOf(row.label), run: () => choose(row) }}
                aside={{ text: words.aside, label: words.asideOf(row.label), run: () => void aside.run(row) }}
                isBusy={aside.isRunning}
              />
            )}
          </li>
        ))}
      </ul>
      <More pages={found} />
      {chosen && <ChooseDocument row={chosen} onClose={() => choose(undefined)} />}
    </>
  );
}
