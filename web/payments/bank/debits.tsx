import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../app/components/dialog.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { toast } from '../../app/components/toasts.tsx';
import { Day } from '../../app/formats/dates.tsx';
import { Money, money } from '../../app/formats/money.tsx';
import { useSession } from '../../app/session/session.ts';
import { useAction } from '../../app/use-action.ts';
import { PurchaseForm } from '../../books/purchase-form.tsx';
import { type Answer, call } from '../../client/call.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { More } from '../online/online-queries.tsx';
import { useBankAccount } from './bank-queries.ts';
import { TransactionActs } from './transaction-acts.tsx';

type Debit = Answer<'list-bank-transactions'>['docs'][number];

/** Money that left the bank without a purchase: record each as one, or set it aside. */
export function Debits() {
  const words = useTranslations('bank').debits;
  const { views } = useTranslations('bank');
  const { may } = useSession();
  const queries = useQueryClient();
  const [chosen, choose] = useState<Debit>();
  const found = useDebits();
  const moved = () => queries.invalidateQueries({ queryKey: ['list-bank-transactions'] });
  const aside = useAction(async ({ id }: Debit) => {
    await call('dismiss-bank-suggestion', { transactionId: id, body: {} });
    await moved();
    const back = async (): Promise<void> => {
      await call('reconsider-bank-transaction', { transactionId: id });
      await moved();
    };
    toast(words.set, { label: words.undo, run: () => void back() });
  });
  if (found.isPending) return <Loading rows={6} />;
  const rows = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  return (
    <>
      <ErrorMessage error={aside.error ?? found.error} />
      {rows.length === 0 && !found.hasNextPage && <p className="plain quiet">{words.none}</p>}
      <ul className="bank-lines left" aria-label={views.debits}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className="on quiet">
              <Day date={row.bookedOn} />
            </span>
            <span className="bank-label">
              {row.counterpart && <b>{row.counterpart} </b>}
              <span className={row.counterpart ? 'quiet' : undefined}>{row.label}</span>
            </span>
            <span className="what" />
            <span className="numeric">
              <Money cents={row.amount} currency={row.currency} />
            </span>
            {may('billing:write') && (
              <TransactionActs
                use={{ text: words.book, label: words.bookOf(row.label), run: () => choose(row) }}
                aside={{ text: words.aside, label: words.asideOf(row.label), run: () => void aside.run(row) }}
                isBusy={aside.isRunning}
              />
            )}
          </li>
        ))}
      </ul>
      <More pages={found} />
      {chosen && <Book debit={chosen} onClose={() => choose(undefined)} moved={moved} />}
    </>
  );
}

function useDebits() {
  const account = useBankAccount();
  return useInfiniteQuery({
    queryKey: ['list-bank-transactions', 'to_book', account],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        'list-bank-transactions',
        { query: { state: 'to_book', limit: 50, ...account, ...(cursor && { cursor }) } },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}

function Book({ debit, onClose, moved }: { debit: Debit; onClose: () => void; moved: () => Promise<void> }) {
  const words = useTranslations('bank').debits;
  const language = useLanguage();
  const done = (): void => {
    onClose();
    void moved();
  };
  return (
    <Dialog wide title={words.title(money(-debit.amount, debit.currency, language))} onClose={onClose}>
      <p className="quiet small">{debit.label}</p>
      <PurchaseForm debit={debit} corrected={undefined} done={done} />
    </Dialog>
  );
}
