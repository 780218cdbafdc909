import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Day } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { type Answer, call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';

type Line = Answer<'list-ledger-lines'>['docs'][number];

const AT_ONCE = 100;

/** The lines of one account in a period, with the balance after each. */
export function AccountLedger({
  account,
  label,
  span,
  search,
}: {
  account: string;
  label: string | undefined;
  span: { from: string; to: string };
  /** The period, for the way back to the trial balance. */
  search: { periode?: string };
}) {
  const words = useTranslations('accounting');
  const found = useLines(account, span);
  const lines = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const title = words.ledger(account, label);
  return (
    <section className="book-scroll" aria-label={title}>
      <h2>{title}</h2>
      <p>
        <Link to="/livres/journaux" search={search} className="link">
          {words.balance}
        </Link>
      </p>
      <ErrorMessage error={found.error} />
      {found.isPending && <Loading rows={8} />}
      {found.isSuccess && lines.length === 0 && <p>{words.nothing}</p>}
      {lines.length > 0 && <Lines lines={lines} title={title} />}
      {found.hasNextPage && (
        <button
          type="button"
          className="btn"
          aria-disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage({ cancelRefetch: false })}
        >
          {words.more}
        </button>
      )}
    </section>
  );
}

const useLines = (account: string, span: { from: string; to: string }) =>
  useInfiniteQuery({
    queryKey: ['list-ledger-lines', account, span],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('list-ledger-lines', { query: { ...span, account, limit: AT_ONCE, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

function Lines({ lines, title }: { lines: readonly Line[]; title: string }) {
  const words = useTranslations('accounting');
  const { heads } = words;
  // Only accounts of customers and suppliers have debts.
  const hasLetters = lines.some(({ letter, auxiliary }) => letter !== undefined || auxiliary !== undefined);
  return (
    <table className="book-periods book-ledger">
      <caption className="screen-reader-only">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{heads.on}</th>
          <th scope="col">{heads.entry}</th>
          <th scope="col">{heads.label}</th>
          {hasLetters && <th scope="col">{heads.letter}</th>}
          {[heads.debit, heads.credit, heads.balance].map((head) => (
            <th key={head} scope="col" className="numeric">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.number} ${line.auxiliary ?? ''}`}>
            <td className="nowrap">
              <Day date={line.on} />
            </td>
            <th scope="row" className="nowrap">
              {line.number}
            </th>
            <td>
              <Link {...placeOf(line)} className="link">
                {line.label}
              </Link>
            </td>
            {hasLetters && <td className="small">{line.letter ?? <span className="quiet">{words.open}</span>}</td>}
            <td className="numeric">
              <Money cents={line.debit} quietZero />
            </td>
            <td className="numeric">
              <Money cents={line.credit} quietZero />
            </td>
            <td className="numeric">
              <Money cents={line.balance} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where a line comes from: its document, the purchases, or the takings. */
const placeOf = ({ billingId, purchaseId, on }: Line): LinkProps =>
  billingId !== undefined
    ? { to: '/documents/$id', params: { id: billingId } }
    : purchaseId !== undefined
      ? { to: '/livres/achats', search: { periode: on.slice(0, 7) } }
      : { to: '/reglages/e-reporting' };
