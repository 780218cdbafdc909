import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Page } from '../app/components/page.tsx';
import { Day, monthOf, shortDay, useToday } from '../app/formats/dates.tsx';
import { Money, money } from '../app/formats/money.tsx';
import { IconUpload } from '../app/icons.tsx';
import { ImportDialog } from '../app/import/import-dialog.tsx';
import { saveFile } from '../app/save-file.ts';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { type Answer, call, callWithVersion } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { BookIntro, DownloadsOfBook, Period, PeriodsOfBook, TotalsOfBook, useBackToBooks } from './book-parts.tsx';
import { PurchaseFilters } from './purchase-filters.tsx';
import { PurchaseForm, type PurchaseLine } from './purchase-form.tsx';
import { CHOSEN_MAX, PurchasesChange } from './purchases-change.tsx';
import { filtersOf, type PurchasesSearch } from './purchases-url.ts';
import { daysOf } from './receipts-url.ts';
import { RecurringPurchases, RepeatDialog } from './recurring-purchases.tsx';
import './purchases.css';

type Totals = Answer<'get-purchases-totals'>;
type Span = { from: string; to: string };

const AT_ONCE = 100;

/** The register of purchases of a month, a quarter or a year, with a line to record one. */
export function Screen() {
  const words = useTranslations('purchases');
  const back = useBackToBooks();
  const search = useSearch({ strict: false }) as PurchasesSearch;
  const mayWrite = useSession().may('billing:write');
  const thisYear = useToday().slice(0, 4);
  const period = search.periode ?? thisYear;
  const span = daysOf(period);
  const filters = filtersOf(search);
  const isFiltered = Object.keys(filters).length > 0;
  const found = useLines({ ...span, ...filters });
  const totals = useOperation('get-purchases-totals', { query: span });
  const [corrected, correct] = useState<PurchaseLine>();
  const [isImporting, setImporting] = useState(false);
  const [repeated, repeat] = useState<PurchaseLine>();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const rows = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const begin = (line: PurchaseLine): void => {
    correct(line);
    scrollTo({ top: 0 });
  };
  return (
    <Page
      title={words.title}
      back={back}
      actions={
        <>
          {mayWrite && (
            <button type="button" className="btn" onClick={() => setImporting(true)}>
              <IconUpload /> {words.import}
            </button>
          )}
          <DownloadsOfBook
            other={{ to: '/livres/recettes', title: words.receipts }}
            name={`registre-des-achats-${span.from}-${span.to}`}
            csv={() => call('export-purchases-register', { query: span })}
            file={(format) => callWithVersion('download-purchases-register', { query: { ...span, format } })}
          />
        </>
      }
    >
      <Intro />
      {mayWrite && <PurchaseForm key={corrected?.id ?? ''} corrected={corrected} done={() => correct(undefined)} />}
      <RecurringPurchases mayWrite={mayWrite} />
      <Period period={period} to="/livres/achats" kept={search} />
      <PurchaseFilters search={search} />
      <ErrorMessage error={found.error ?? totals.error} />
      {!isFiltered && totals.data && totals.data.total.count > 0 && <Sums totals={totals.data} />}
      {isFiltered && found.data && <p role="status">{words.found(found.data.pages[0]?.totalDocs ?? 0)}</p>}
      {found.isPending && <Loading rows={12} />}
      {found.isSuccess && rows.length === 0 && !isFiltered && <Nothing />}
      {chosen.size > 0 && <PurchasesChange chosen={chosen} onClear={() => choose(new Set())} />}
      <Months
        rows={rows}
        totals={isFiltered ? undefined : totals.data}
        acts={mayWrite ? { correct: begin, repeat, chosen, choose: (id) => choose(toggled(chosen, id)) } : undefined}
      />
      {found.hasNextPage && (
        <button type="button" className="btn" onClick={() => void found.fetchNextPage()}>
          {words.more}
        </button>
      )}
      {repeated && <RepeatDialog line={repeated} onClose={() => repeat(undefined)} />}
      {isImporting && <ImportDialog what="purchases" onClose={() => setImporting(false)} />}
    </Page>
  );
}

type LineActs = {
  readonly correct: (line: PurchaseLine) => void;
  readonly repeat: (line: PurchaseLine) => void;
  readonly chosen: ReadonlySet<string>;
  readonly choose: (id: string) => void;
};

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id) && next.size < CHOSEN_MAX) next.add(id);
  return next;
}

function Nothing() {
  const words = useTranslations('purchases');
  return (
    <div className="plain">
      <p>{words.nothing}</p>
      <Link to="/factures-recues" className="btn">
        {words.received}
      </Link>
    </div>
  );
}

function Intro() {
  const words = useTranslations('purchases');
  return (
    <BookIntro
      intro={words.intro}
      links={[
        { to: '/livres/clotures', title: words.toClosings },
        { to: '/livres/kilometres', title: words.toMileage },
      ]}
    />
  );
}

const useLines = (span: Span & ReturnType<typeof filtersOf>) =>
  useInfiniteQuery({
    queryKey: ['list-purchases', span],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('list-purchases', { query: { ...span, limit: AT_ONCE, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

/** Lines by month of booking, with totals from the service. */
function Months({
  rows,
  totals,
  acts,
}: {
  rows: readonly PurchaseLine[];
  totals: Totals | undefined;
  acts: LineActs | undefined;
}) {
  const words = useTranslations('purchases');
  const language = useLanguage();
  return [...Map.groupBy(rows, ({ bookedOn }) => `${bookedOn.slice(0, 7)}-01`)].map(([first, same]) => {
    const sum = totals?.months.find(({ from }) => from === first);
    return (
      <section key={first} className="purchase-month">
        <header>
          <h2>{monthOf(first, language)}</h2>
          {sum && <Money cents={sum.amount} />}
        </header>
        <ul aria-label={`${words.list}, ${monthOf(first, language)}`}>
          {same.map((line) => (
            <Line key={line.id} line={line} acts={acts} />
          ))}
        </ul>
      </section>
    );
  });
}

function Line({ line, acts }: { line: PurchaseLine; acts: LineActs | undefined }) {
  const words = useTranslations('purchases');
  const { methods } = useTranslations('payments');
  const { number, paidOn, bookedOn, supplierName, nature, designation, method, reference, amount, deductibleVat } =
    line;
  const language = useLanguage();
  const owed = line.vat.reduce((all, { treatment, vat }) => (treatment === 'charged' ? all : all + vat), 0);
  const isOff = line.corrected || line.correctsId !== undefined;
  const said = [words.natures[nature], designation, methods[method], reference].filter(Boolean).join(' · ');
  const save = useAction(async () => {
    const { answer, fileName } = await callWithVersion('download-purchase-receipt', { purchaseId: line.id });
    saveFile(answer, fileName ?? line.receipt?.name ?? 'justificatif');
  });
  return (
    <li className={isOff ? 'quiet' : undefined}>
      <LineNumber line={line} acts={isOff ? undefined : acts} />
      <Day date={bookedOn} />
      <span className="purchase-what">
        <b>{supplierName}</b> <span className="small quiet">{said}</span>
        {bookedOn !== paidOn && <span className="small quiet"> {words.paidOn(shortDay(paidOn))}</span>}
        {line.corrected && <span className="tag">{words.corrected}</span>}
        {line.correctsId !== undefined && <span className="tag">{words.counterEntry}</span>}
        <ErrorMessage error={save.error} />
      </span>
      <span className="purchase-acts">
        {line.receipt && (
          <button
            type="button"
            className="btn text"
            aria-label={words.seeReceiptOf(number)}
            aria-disabled={save.isRunning}
            onClick={() => void save.run()}
          >
            {words.seeReceipt}
          </button>
        )}
        {line.supplierInvoiceId !== undefined && line.correctsId === undefined && (
          <Link to="/factures-recues/$id" params={{ id: line.supplierInvoiceId }} className="btn text">
            {words.invoice}
          </Link>
        )}
        {acts && !isOff && <LineButtons line={line} acts={acts} />}
      </span>
      <span className="numeric purchase-amount">
        <Money cents={amount} />
        {deductibleVat !== 0 && (
          <span className="small quiet">
            {words.vatShort} <Money cents={deductibleVat} />
          </span>
        )}
        {owed !== 0 && <span className="small quiet">{words.rates.owedOf(money(owed, 'EUR', language))}</span>}
      </span>
    </li>
  );
}

function LineButtons({ line, acts }: { line: PurchaseLine; acts: LineActs }) {
  const words = useTranslations('purchases');
  const button = (name: string, label: string, act: (line: PurchaseLine) => void) => (
    <button type="button" className="btn text" aria-label={label} onClick={() => act(line)}>
      {name}
    </button>
  );
  return (
    <>
      {button(words.correct, words.correctOf(line.number), acts.correct)}
      {button(words.recurring.repeat, words.recurring.repeatLine(line.number), acts.repeat)}
    </>
  );
}

/** The number of a line, with a box to choose it for a change of several. */
function LineNumber({ line: { id, number }, acts }: { line: PurchaseLine; acts: LineActs | undefined }) {
  const words = useTranslations('purchases');
  if (!acts) return <span className="small quiet purchase-number">{words.line(number)}</span>;
  return (
    <label className="small quiet purchase-number choice">
      <input
        type="checkbox"
        className="check"
        aria-label={words.bulk.choose(number)}
        checked={acts.chosen.has(id)}
        onChange={() => acts.choose(id)}
      />
      {words.line(number)}
    </label>
  );
}

/** The total, by nature, with cash apart, then by month and quarter. */
function Sums({ totals: { total, months, quarters } }: { totals: Totals }) {
  const words = useTranslations('purchases');
  const parts: readonly (readonly [string, number])[] = [
    [words.total, total.amount],
    ...total.natures.map(({ nature, amount }) => [words.natures[nature], amount] as const),
    [words.cash, total.cash],
    ...(total.deductibleVat === 0 ? [] : [[words.vat, total.deductibleVat] as const]),
  ];
  return (
    <>
      <TotalsOfBook parts={parts} />
      {months.length > 1 && (
        <PeriodsOfBook
          {...{ months, quarters }}
          columns={[
            { head: words.count, cell: ({ count }) => count },
            { head: words.cash, cell: ({ cash }) => <Money cents={cash} quietZero /> },
            { head: words.vat, cell: ({ deductibleVat }) => <Money cents={deductibleVat} quietZero /> },
          ]}
          total={words.total}
        />
      )}
    </>
  );
}
