import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { Page } from '../app/components/page.tsx';
import { toast } from '../app/components/toasts.tsx';
import { useToday } from '../app/formats/dates.tsx';
import { money } from '../app/formats/money.tsx';
import { useSession } from '../app/session/session.ts';
import { useAction } from '../app/use-action.ts';
import { call, callWithVersion } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { DownloadsOfBook, useBackToBooks } from './book-parts.tsx';
import { type MileageYear, useMileageMoved } from './mileage-moved.ts';
import { MileageUsePanel } from './mileage-use.tsx';
import type { ReceiptsSearch } from './receipts-url.ts';
import { TripForm, type TripStart } from './trip-form.tsx';
import { TripLines } from './trip-lines.tsx';
import { Vehicles } from './vehicles.tsx';
import './purchases.css';
import './mileage.css';

/** Past years offered. */
const YEARS = 6;
/** The first year with a scale. */
const FIRST_YEAR = 2022;
const AT_ONCE = 100;

/** The mileage of a year: its total, vehicles, and the log with a line to add a trip. */
export function Screen() {
  const back = useBackToBooks();
  const words = useTranslations('mileage');
  const search = useSearch({ strict: false }) as ReceiptsSearch;
  const mayWrite = useSession().may('billing:write');
  const thisYear = useToday().slice(0, 4);
  const year = search.periode?.slice(0, 4) ?? thisYear;
  const span = { from: `${year}-01-01`, to: `${year}-12-31` };
  const mileage = useOperation('get-mileage', { query: { year: Number(year) } });
  const vehicles = useOperation('list-vehicles', {});
  const found = useTrips(span);
  const [start, begin] = useState<TripStart>();
  const rows = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const known = vehicles.data?.docs ?? [];
  const open = (next: TripStart): void => {
    begin(next);
    scrollTo({ top: 0 });
  };
  return (
    <Page
      title={words.title}
      back={back}
      actions={
        <DownloadsOfBook
          other={{ to: '/livres/achats', title: words.purchases }}
          name={`frais-kilometriques-${span.from}-${span.to}`}
          formats={['xlsx', 'csv']}
          csv={() => call('export-mileage', { query: span })}
          file={() => callWithVersion('download-mileage', { query: { ...span, format: 'xlsx' } })}
        />
      }
    >
      <p className="quiet book-intro">{words.intro}</p>
      {mayWrite && known.length > 0 && (
        <TripForm
          key={start ? `${start.isCorrection} ${start.trip.id} ${start.turn}` : ''}
          start={start}
          vehicles={known}
          done={() => begin(undefined)}
        />
      )}
      <YearPick year={year} thisYear={thisYear} />
      <ErrorMessage error={mileage.error ?? vehicles.error ?? found.error} />
      {mileage.data && <Totals mileage={mileage.data} />}
      {mileage.data && <MileageUsePanel key={year} mileage={mileage.data} mayWrite={mayWrite} />}
      {vehicles.isSuccess && <Vehicles vehicles={known} driven={mileage.data?.vehicles ?? []} mayWrite={mayWrite} />}
      {found.isPending && <Loading rows={6} />}
      {found.isSuccess && rows.length === 0 && <p>{words.nothing}</p>}
      <TripLines rows={rows} onBegin={mayWrite ? open : undefined} />
      {found.hasNextPage && (
        <button type="button" className="btn" onClick={() => void found.fetchNextPage()}>
          {words.more}
        </button>
      )}
    </Page>
  );
}

const useTrips = (span: { from: string; to: string }) =>
  useInfiniteQuery({
    queryKey: ['list-trips', span],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('list-trips', { query: { ...span, limit: AT_ONCE, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

function YearPick({ year, thisYear }: { year: string; thisYear: string }) {
  const words = useTranslations('mileage');
  const navigate = useNavigate();
  const past = Array.from({ length: YEARS }, (_, back) => Number(thisYear) - back).filter((each) => each >= FIRST_YEAR);
  const years = [...new Set([...past.map(String), year])];
  const show = (periode: string): void =>
    void navigate({ to: '/livres/kilometres', search: { periode }, replace: true, resetScroll: false });
  return (
    <div className="filters">
      <select className="input pick" aria-label={words.year} value={year} onChange={({ target }) => show(target.value)}>
        {years.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The total of the year, and what a changed scale adds to it. */
function Totals({ mileage }: { mileage: MileageYear }) {
  const words = useTranslations('mileage');
  const language = useLanguage();
  const moved = useMileageMoved();
  const { distance, amount, counted, use, scale, revision, year } = mileage;
  const euros = (cents: number): string => money(cents, 'EUR', language);
  const revise = useAction(async () => {
    await call('revise-mileage', { body: { year } });
    toast(words.revised);
    await moved();
  });
  const parts = [
    [words.distance, words.kilometers(distance.toLocaleString(language))],
    [words.amount, euros(amount)],
    ...(use === 'log' ? [] : [[words.counted, euros(counted)]]),
  ];
  return (
    <>
      <dl className="book-totals">
        {parts.map(([name, value]) => (
          <div key={name}>
            <dt className="small quiet">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {scale.provisional && <p className="small quiet">{words.provisional(scale.since)}</p>}
      {revision !== 0 && (
        <div className="notice warn">
          <p>{words.revision(euros(revision))}</p>
          <button type="button" className="btn" aria-disabled={revise.isRunning} onClick={() => void revise.run()}>
            {words.revise}
          </button>
          <ErrorMessage error={revise.error} />
        </div>
      )}
    </>
  );
}
