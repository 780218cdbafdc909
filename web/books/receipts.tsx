import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useSearch } from '@tanstack/react-router';
import { type Column, DataTable } from '../app/components/data-table.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { nextPageOf } from '../app/components/next-page.ts';
import { Page } from '../app/components/page.tsx';
import { Day, monthOf, shortDay, useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { type Answer, call, callWithVersion } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { BookIntro, DownloadsOfBook, Period, PeriodsOfBook, TotalsOfBook, useBackToBooks } from './book-parts.tsx';
import { daysOf, type ReceiptsSearch } from './receipts-url.ts';

type Row = Answer<'list-receipts-book'>['docs'][number];
type Totals = Answer<'get-receipts-book-totals'>;
type Span = { from: string; to: string };

const AT_ONCE = 100;
const NATURES = ['bic_goods', 'bic_services', 'bnc'] as const;

/** The receipts book of a month, a quarter or a year. */
export function Screen() {
  const words = useTranslations('books');
  const back = useBackToBooks();
  const search = useSearch({ strict: false }) as ReceiptsSearch;
  const year = useToday().slice(0, 4);
  const period = search.periode ?? year;
  const span = daysOf(period);
  const found = useLines(span);
  const totals = useOperation('get-receipts-book-totals', { query: span });
  const rows = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const columns = useColumns();
  const months = useMonths(rows, totals.data);
  return (
    <Page
      title={words.title}
      back={back}
      actions={
        <DownloadsOfBook
          other={{ to: '/livres/achats', title: words.purchases }}
          name={`livre-des-recettes-${span.from}-${span.to}`}
          csv={() => call('export-receipts-book', { query: span })}
          file={(format) => callWithVersion('download-receipts-book', { query: { ...span, format } })}
        />
      }
    >
      <BookIntro
        intro={words.intro}
        links={[
          { to: '/livres/urssaf', title: words.toUrssaf },
          { to: '/livres/tva', title: words.toVat },
          { to: '/livres/clotures', title: words.toClosings },
          { to: '/livres/journaux', title: words.toJournals },
        ]}
      />
      <Period period={period} to="/livres/recettes" />
      <ErrorMessage error={found.error ?? totals.error} />
      {totals.data && totals.data.total.count > 0 && <Sums totals={totals.data} />}
      {found.isPending && <Loading rows={12} />}
      {found.isSuccess && rows.length === 0 && (
        <div className="plain">
          <p>{words.nothing}</p>
          <Link to="/paiements" className="btn">
            {words.payments}
          </Link>
        </div>
      )}
      {rows.length > 0 && (
        <DataTable<Row>
          caption={words.caption}
          columns={columns}
          groups={months}
          idOf={({ id }) => id}
          nameOf={({ number }) => words.line(number)}
          linkOf={placeOf}
          more={nextPageOf(found)}
        />
      )}
    </Page>
  );
}

const useLines = (span: Span) =>
  useInfiniteQuery({
    queryKey: ['list-receipts-book', span],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('list-receipts-book', { query: { ...span, limit: AT_ONCE, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

/** Where a line comes from: its document, or the takings. */
const placeOf = ({ billingId, pastDocumentId }: Row): LinkProps =>
  billingId !== undefined
    ? { to: '/documents/$id', params: { id: billingId } }
    : pastDocumentId !== undefined
      ? { to: '/documents-repris/$id', params: { id: pastDocumentId } }
      : { to: '/reglages/e-reporting' };

/** Groups by month of receipt, with totals from the service. */
function useMonths(rows: readonly Row[], totals: Totals | undefined) {
  const language = useLanguage();
  const months = Map.groupBy(rows, ({ on }) => `${on.slice(0, 7)}-01`);
  return [...months].map(([first, same]) => {
    const sum = totals?.months.find(({ from }) => from === first);
    return { title: monthOf(first, language), sum: sum && <Money cents={sum.amount} />, rows: same };
  });
}

/** The total, by nature, with cash apart, then by month and quarter. */
function Sums({ totals: { total, months, quarters } }: { totals: Totals }) {
  const words = useTranslations('books');
  const parts = [
    [words.total, total.amount],
    ...total.natures.filter(({ amount }) => amount !== 0).map(({ nature, amount }) => [words.natures[nature], amount]),
    [words.cash, total.cash],
    ...(total.vat === 0 ? [] : [[words.vat, total.vat]]),
    ...(total.unstated === 0 ? [] : [[words.unstated, total.unstated]]),
    ...(total.disbursements === 0 ? [] : [[words.disbursements, total.disbursements]]),
  ] as [string, number][];
  return (
    <>
      <TotalsOfBook parts={parts} />
      {total.withoutRate > 0 && <p className="notice warn">{words.withoutRate(total.withoutRate)}</p>}
      {months.length > 1 && (
        <PeriodsOfBook
          {...{ months, quarters }}
          columns={[
            ...NATURES.map((nature) => ({
              head: words.natures[nature],
              cell: ({ natures }: Totals['total']) => (
                <Money cents={natures.find((each) => each.nature === nature)?.amount ?? 0} quietZero />
              ),
            })),
            { head: words.cash, cell: ({ cash }) => <Money cents={cash} quietZero /> },
          ]}
          total={words.total}
        />
      )}
    </>
  );
}

function useColumns(): readonly Column<Row>[] {
  const words = useTranslations('books');
  const { methods } = useTranslations('payments');
  const { heads } = words;
  return [
    { name: 'number', head: heads.number, cell: ({ number }) => number, isFigure: true },
    {
      name: 'on',
      head: heads.on,
      cell: ({ on, receivedOn }) => (
        <>
          <Day date={on} />
          {receivedOn !== undefined && (
            <span className="quiet small received-on"> {words.receivedOn(shortDay(receivedOn))}</span>
          )}
        </>
      ),
      narrowPlace: 'second-line-start',
    },
    {
      name: 'customer',
      head: heads.customer,
      cell: ({ customerName, event }) => customerName ?? words.events[event],
      className: 'who truncated-cell',
      narrowPlace: 'first-line-start',
    },
    {
      name: 'reference',
      head: heads.reference,
      cell: ({ reference, event }) => (
        <>
          {reference ?? words.takings}
          {event !== 'payment' && event !== 'takings' && <span className="quiet small"> {words.events[event]}</span>}
        </>
      ),
      isLink: true,
    },
    {
      name: 'nature',
      head: heads.nature,
      cell: ({ natures }) => natures.map(({ nature }) => words.natures[nature]).join(', '),
      className: 'truncated quiet',
      hiddenBelow: '70rem',
    },
    {
      name: 'method',
      head: heads.method,
      cell: ({ method, otherMethod, event }) => (method ? (otherMethod ?? methods[method]) : words.events[event]),
      className: 'quiet nowrap',
      narrowPlace: 'second-line-end',
    },
    {
      name: 'amount',
      head: heads.amount,
      cell: ({ amount }) => <Money cents={amount} />,
      isFigure: true,
      narrowPlace: 'first-line-end',
    },
  ];
}
