import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { type Column, DataTable } from '../app/components/data-table.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { nextPageOf } from '../app/components/next-page.ts';
import { Page } from '../app/components/page.tsx';
import { Day, monthOf, useToday } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { IconDownload } from '../app/icons.tsx';
import { saveFile } from '../app/save-file.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call, callWithVersion } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { daysOf, type ReceiptsSearch } from './receipts-url.ts';
import './receipts.css';

type Row = Answer<'list-receipts-book'>['docs'][number];
type Totals = Answer<'get-receipts-book-totals'>;
type Span = { from: string; to: string };

const AT_ONCE = 100;
/** Past years offered. */
const YEARS = 6;

/** The receipts book of a month, a quarter or a year. */
export function Screen() {
  const words = useTranslations('books');
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
    <Page title={words.title} actions={<Downloads span={span} />}>
      <p className="quiet book-intro">
        {words.intro}{' '}
        <Link to="/livres/urssaf" className="link">
          {words.toUrssaf}
        </Link>
      </p>
      <Period period={period} />
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
const placeOf = ({ billingId }: Row): LinkProps =>
  billingId === undefined ? { to: '/reglages/e-reporting' } : { to: '/documents/$id', params: { id: billingId } };

/** Groups by month of receipt, with totals from the service. */
function useMonths(rows: readonly Row[], totals: Totals | undefined) {
  const language = useLanguage();
  const months = Map.groupBy(rows, ({ on }) => `${on.slice(0, 7)}-01`);
  return [...months].map(([first, same]) => {
    const sum = totals?.months.find(({ from }) => from === first);
    return { title: monthOf(first, language), sum: sum && <Money cents={sum.amount} />, rows: same };
  });
}

/** The year, and which part of it, in the address of a book. */
export function Period({
  period,
  to = '/livres/recettes',
}: {
  period: string;
  to?: '/livres/recettes' | '/livres/achats';
}) {
  const words = useTranslations('books');
  const language = useLanguage();
  const navigate = useNavigate();
  const thisYear = Number(useToday().slice(0, 4));
  const [year = '', part = ''] = period.split('-');
  const years = [...new Set([...Array.from({ length: YEARS }, (_, back) => String(thisYear - back)), year])];
  const say = (nextYear: string, nextPart: string): void =>
    void navigate({
      to,
      search: { periode: nextPart === '' ? nextYear : `${nextYear}-${nextPart}` },
      replace: true,
      resetScroll: false,
    });
  const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));
  return (
    <div className="filters">
      <select
        className="input pick"
        aria-label={words.year}
        value={year}
        onChange={({ target }) => say(target.value, part)}
      >
        {years.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <select
        className="input pick"
        aria-label={words.part}
        value={part}
        onChange={({ target }) => say(year, target.value)}
      >
        <option value="">{words.wholeYear}</option>
        {['T1', 'T2', 'T3', 'T4'].map((quarter, place) => (
          <option key={quarter} value={quarter}>
            {words.quarter(place + 1)}
          </option>
        ))}
        {months.map((month) => (
          <option key={month} value={month}>
            {monthOf(`${year}-${month}-01`, language)}
          </option>
        ))}
      </select>
    </div>
  );
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
      <dl className="book-totals">
        {parts.map(([name, cents]) => (
          <div key={name}>
            <dt className="small quiet">{name}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
      {total.withoutRate > 0 && <p className="notice warn">{words.withoutRate(total.withoutRate)}</p>}
      {months.length > 1 && <Periods months={months} quarters={quarters} />}
    </>
  );
}

function Periods({ months, quarters }: Pick<Totals, 'months' | 'quarters'>) {
  const words = useTranslations('books');
  const language = useLanguage();
  const row = (name: string, totals: Totals['months'][number], isSum: boolean) => (
    <tr key={`${name} ${totals.from}`} className={isSum ? 'sum' : undefined}>
      <th scope="row">{name}</th>
      {totals.natures.map(({ nature, amount }) => (
        <td key={nature} className="numeric">
          <Money cents={amount} quietZero />
        </td>
      ))}
      <td className="numeric">
        <Money cents={totals.cash} quietZero />
      </td>
      <td className="numeric">
        <Money cents={totals.amount} />
      </td>
    </tr>
  );
  return (
    <details>
      <summary>{words.periods}</summary>
      <section className="book-scroll" aria-label={words.periods}>
        <table className="book-periods small">
          <thead>
            <tr>
              <th scope="col">{words.heads.period}</th>
              {(['bic_goods', 'bic_services', 'bnc'] as const).map((nature) => (
                <th key={nature} scope="col" className="numeric">
                  {words.natures[nature]}
                </th>
              ))}
              <th scope="col" className="numeric">
                {words.cash}
              </th>
              <th scope="col" className="numeric">
                {words.total}
              </th>
            </tr>
          </thead>
          <tbody>
            {quarters.flatMap((quarter) => {
              const place = Math.ceil(Number(quarter.from.slice(5, 7)) / 3);
              const same = months.filter(({ from }) => Math.ceil(Number(from.slice(5, 7)) / 3) === place);
              return [
                ...same.map((month) => row(monthOf(month.from, language), month, false)),
                row(words.quarter(place), quarter, true),
              ];
            })}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function useColumns(): readonly Column<Row>[] {
  const words = useTranslations('books');
  const { methods } = useTranslations('payments');
  const { heads } = words;
  return [
    { name: 'number', head: heads.number, cell: ({ number }) => number, isFigure: true },
    { name: 'on', head: heads.on, cell: ({ on }) => <Day date={on} />, narrowPlace: 'second-line-start' },
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

/** The book as PDF, workbook or CSV. */
function Downloads({ span }: { span: Span }) {
  const words = useTranslations('books');
  const act = useAction(async (format: 'pdf' | 'xlsx' | 'csv') => {
    const name = `livre-des-recettes-${span.from}-${span.to}`;
    if (format === 'csv') {
      saveFile(await call('export-receipts-book', { query: span }), `${name}.csv`);
      return;
    }
    const { answer, fileName } = await callWithVersion('download-receipts-book', { query: { ...span, format } });
    saveFile(answer, fileName ?? `${name}.${format}`);
  });
  return (
    <>
      <Link to="/livres/achats" className="btn quiet">
        {words.purchases}
      </Link>
      {(['pdf', 'xlsx', 'csv'] as const).map((format) => (
        <button
          key={format}
          type="button"
          className="btn quiet"
          aria-label={words.download[format]}
          aria-disabled={act.isRunning}
          onClick={() => void act.run(format)}
        >
          <IconDownload /> {words.formats[format]}
        </button>
      ))}
      <ErrorMessage error={act.error} />
    </>
  );
}
