import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../app/components/confirm-dialog.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { toast } from '../app/components/toasts.tsx';
import { Day, dayOf, shortDay } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useTranslations } from '../locales/language.ts';
import './purchases.css';

type Opening = Answer<'list-opening-balances'>['docs'][number];

const LIST = 'list-opening-balances';
const AT_ONCE = 20;

/** Reloads what opening balances change. */
export function useOpeningsMoved(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    for (const name of [LIST, 'get-trial-balance', 'list-ledger-lines'])
      await queries.invalidateQueries({ queryKey: [name] });
  };
}

/** The opening balances that were recorded; nothing if there are none. */
export function OpeningList() {
  const words = useTranslations('accounting').openings;
  const found = useInfiniteQuery({
    queryKey: [LIST],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => call(LIST, { query: { limit: AT_ONCE, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const people = useOperation('list-people', {}).data?.people ?? [];
  const openings = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const total = found.data?.pages[0]?.totalDocs ?? 0;
  if (total === 0) return <ErrorMessage error={found.error} />;
  return (
    <details className="openings">
      <summary>{words.title(total)}</summary>
      <ul aria-label={words.list}>
        {openings.map((opening) => (
          <OneOpening
            key={opening.id}
            opening={opening}
            author={people.find(({ id }) => id === opening.author)?.name}
          />
        ))}
      </ul>
      {found.hasNextPage && (
        <button type="button" className="btn" onClick={() => void found.fetchNextPage()}>
          {words.more}
        </button>
      )}
      <ErrorMessage error={found.error} />
    </details>
  );
}

function OneOpening({ opening, author }: { opening: Opening; author: string | undefined }) {
  const words = useTranslations('accounting').openings;
  const mayReverse = useSession().may('books:close');
  const [isAsking, ask] = useState(false);
  const { number, on, label, lines, reversed, reversesId, createdAt } = opening;
  const said = words.recordedOn(shortDay(dayOf(createdAt)));
  return (
    <li className={reversed || reversesId !== undefined ? 'quiet' : undefined}>
      <p>
        <span className="small quiet">{words.number(number)}</span> <Day date={on} /> <b>{label}</b>{' '}
        {reversed && <span className="tag">{words.reversed}</span>}
        {reversesId !== undefined && <span className="tag">{words.reversal}</span>}
      </p>
      <p className="small quiet">{author === undefined ? said : `${author}, ${said}`}</p>
      <ul aria-label={words.linesOf(number)}>
        {lines.map(({ account, label: name, debit, credit }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an entry never change
          <li key={place} className="small">
            <span>
              {account} {name}
            </span>{' '}
            <span>
              {debit > 0 ? words.debit : words.credit} <Money cents={debit + credit} />
            </span>
          </li>
        ))}
      </ul>
      {mayReverse && !reversed && reversesId === undefined && (
        <button type="button" className="btn text" aria-label={words.reverseOf(number)} onClick={() => ask(true)}>
          {words.reverse}
        </button>
      )}
      {isAsking && <Reversal opening={opening} onClose={() => ask(false)} />}
    </li>
  );
}

function Reversal({ opening: { id, number }, onClose }: { opening: Opening; onClose: () => void }) {
  const words = useTranslations('accounting').openings;
  const moved = useOpeningsMoved();
  const reverse = useAction(async () => {
    await call('reverse-opening-balances', { openingEntryId: id });
    toast(words.done(number));
    await moved();
    onClose();
  });
  return (
    <ConfirmDialog
      title={words.reverseOf(number)}
      description={words.confirm}
      cancelLabel={words.keep}
      submitLabel={words.reverse}
      action={reverse}
      onClose={onClose}
      isDangerous
    />
  );
}
