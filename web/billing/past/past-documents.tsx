import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type Column, DataTable } from '../../app/components/data-table.tsx';
import { EmptyState } from '../../app/components/empty-state.tsx';
import { ErrorMessage } from '../../app/components/error-message.tsx';
import { FilterChip } from '../../app/components/filter-chip.tsx';
import { Loading } from '../../app/components/loading.tsx';
import { nextPageOf } from '../../app/components/next-page.ts';
import { Page } from '../../app/components/page.tsx';
import { SearchField } from '../../app/components/search-field.tsx';
import { Day, shortDay } from '../../app/formats/dates.tsx';
import { Money, money } from '../../app/formats/money.tsx';
import { useSession } from '../../app/session/session.ts';
import { type Answer, type Asked, call } from '../../client/call.ts';
import { useOperation } from '../../client/use-query.ts';
import { useLanguage, useTranslations } from '../../locales/language.ts';
import { PastState } from './past-state.tsx';
import type { PastSearch } from './past-url.ts';
import './move-in.css';

type Row = Answer<'list-past-documents'>['docs'][number];
type Filter = NonNullable<Asked<'list-past-documents'>['query']>;

const AT_ONCE = 100;

/** Documents that another program issued, the newest first. */
export function Screen() {
  const words = useTranslations('pastDocuments');
  const search = useSearch({ strict: false }) as PastSearch;
  const navigate = useNavigate();
  const { may } = useSession();
  const say = useCallback(
    (next: PastSearch) => void navigate({ to: '/documents-repris', search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const look = useCallback(
    (q: string) => {
      const { q: _, ...others } = search;
      say(q ? { ...others, q } : others);
    },
    [search, say],
  );
  const filter = filterOf(search);
  const found = usePastDocuments(filter);
  const rows = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const columns = useColumns();
  const isNarrowed = Object.keys(search).length > 0;
  if (found.isSuccess && rows.length === 0 && !isNarrowed) return <NoDocuments />;
  return (
    <Page
      title={words.title}
      back={{ to: '/factures', label: words.title }}
      actions={
        may('billing:write') && (
          <Link to="/import" className="btn quiet">
            {words.toImport}
          </Link>
        )
      }
    >
      <p className="quiet past-intro">{words.intro}</p>
      <Views search={search} />
      <div className="filters" role="search" aria-label={words.search}>
        <SearchField value={search.q ?? ''} label={words.search} hint={words.hint} onSearch={look} />
        <Linked search={search} say={say} />
      </div>
      <ErrorMessage error={found.error} />
      <Sum search={search} filter={filter} />
      {found.isPending && <Loading rows={12} />}
      {found.isSuccess && rows.length === 0 && (
        <div className="plain">
          <p>{words.nothing}</p>
          <button type="button" className="btn" onClick={() => say({})}>
            {words.clear}
          </button>
        </div>
      )}
      {rows.length > 0 && (
        <DataTable<Row>
          caption={words.caption}
          columns={columns}
          groups={[{ rows }]}
          idOf={({ id }) => id}
          nameOf={({ number }) => number}
          linkOf={placeOf}
          more={nextPageOf(found)}
        />
      )}
    </Page>
  );
}

const placeOf = ({ id }: Row): LinkProps => ({ to: '/documents-repris/$id', params: { id } });

/** The days of a figure of money received are those of payments, not of documents. */
const isOfReceipts = ({ somme }: PastSearch): boolean => somme === 'encaisse' || somme === 'tva-encaissee';

function filterOf(search: PastSearch): Filter {
  const { q, vue, client, reprise, du, au } = search;
  const [dueFrom, dueTo, notDueOn] = [search['echu-du'], search['echu-au'], search['non-echu']];
  return {
    ...(q && { search: q }),
    ...(vue === 'a-encaisser' && { unpaid: true }),
    ...(vue === 'en-retard' && { late: true }),
    ...(client && { customerId: client }),
    ...(reprise && { importId: reprise }),
    ...(!isOfReceipts(search) && du && { from: du }),
    ...(!isOfReceipts(search) && au && { to: au }),
    ...(dueFrom && { dueFrom }),
    ...(dueTo && { dueTo }),
    ...(notDueOn && { notDueOn }),
  };
}

const usePastDocuments = (filter: Filter) =>
  useInfiniteQuery({
    queryKey: ['list-past-documents', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('list-past-documents', { query: { ...filter, limit: AT_ONCE, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

function Views({ search }: { search: PastSearch }) {
  const { views } = useTranslations('pastDocuments');
  const { vue: here, ...others } = search;
  const all = [
    { name: views.all, vue: undefined },
    { name: views.unpaid, vue: 'a-encaisser' },
    { name: views.late, vue: 'en-retard' },
  ] as const;
  return (
    <nav className="views" aria-label={views.label}>
      {all.map(({ name, vue }) => (
        <Link
          key={name}
          to="/documents-repris"
          search={vue ? { ...others, vue } : others}
          replace
          resetScroll={false}
          activeProps={{}}
          aria-current={vue === here ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Filters that only a link can set: shown, and removable. */
function Linked({ search, say }: { search: PastSearch; say: (search: PastSearch) => void }) {
  const { linked, days, notDue } = useTranslations('pastDocuments');
  const { client, reprise, du, au, somme, 'echu-du': dueFrom, 'echu-au': dueTo, 'non-echu': notDueOn } = search;
  const short = (day: string | undefined): string | undefined => day && shortDay(day);
  const without = (...names: (keyof PastSearch)[]): void =>
    say(Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name as keyof PastSearch))));
  const due = notDueOn ? notDue(shortDay(notDueOn)) : days(short(dueFrom), short(dueTo));
  return (
    <>
      {(du || au || somme) && (
        <FilterChip
          name={linked.days}
          value={days(short(du), short(au))}
          onClear={() => without('du', 'au', 'somme')}
        />
      )}
      {due && <FilterChip name={linked.due} value={due} onClear={() => without('echu-du', 'echu-au', 'non-echu')} />}
      {client && <FilterChip name={linked.customer} value={linked.one} onClear={() => without('client')} />}
      {reprise && <FilterChip name={linked.import} value={linked.onlyOne} onClear={() => without('reprise')} />}
    </>
  );
}

/** What the list adds up to, and the part of home’s figure that it explains. */
function Sum({ search, filter }: { search: PastSearch; filter: Filter }) {
  const words = useTranslations('pastDocuments');
  const language = useLanguage();
  const { du, au, somme } = search;
  const query = {
    ...filter,
    ...(isOfReceipts(search) && { booked: 'collected' as const, ...(du && { from: du }), ...(au && { to: au }) }),
  };
  const { data } = useOperation('sum-past-documents', { query });
  if (!data) return null;
  const own = (cents: number): string => money(cents, data.currency, language);
  const isVat = somme === 'tva' || somme === 'tva-encaissee';
  return (
    <p className="small quiet found" role="status">
      {!isOfReceipts(search) && <span>{words.sum(data.count, own(data.withTax), own(data.remainingToPay))}</span>}
      {data.others.map(({ currency, count, withTax, remainingToPay }) => (
        <span key={currency}>
          {' '}
          {words.sum(count, money(withTax, currency, language), money(remainingToPay, currency, language))}
        </span>
      ))}
      {somme !== undefined && <b> {isVat ? words.vatDue(own(data.vatDue)) : words.turnover(own(data.turnover))}</b>}
    </p>
  );
}

function useColumns(): readonly Column<Row>[] {
  const { heads, types } = useTranslations('pastDocuments');
  return [
    {
      name: 'number',
      head: heads.number,
      cell: ({ number, type }) => (
        <>
          {number}
          {type !== 'invoice' && <span className="quiet small"> {types[type]}</span>}
        </>
      ),
      isLink: true,
      narrowPlace: 'second-line-start',
    },
    {
      name: 'customer',
      head: heads.customer,
      cell: ({ customerName }) => customerName,
      className: 'who truncated-cell',
      narrowPlace: 'first-line-start',
    },
    { name: 'issuedOn', head: heads.issuedOn, cell: ({ issuedOn }) => <Day date={issuedOn} />, isFigure: true },
    {
      name: 'dueOn',
      head: heads.dueOn,
      cell: ({ dueOn }) => dueOn && <Day date={dueOn} />,
      isFigure: true,
      hiddenBelow: '62rem',
    },
    { name: 'state', head: heads.state, cell: (row) => <PastState of={row} />, narrowPlace: 'second-line-end' },
    {
      name: 'total',
      head: heads.total,
      cell: ({ withTax, currency, type }) => (
        <Money cents={type === 'asset' ? -withTax : withTax} currency={currency} />
      ),
      isFigure: true,
      narrowPlace: 'first-line-end',
    },
  ];
}

function NoDocuments() {
  const { title, empty, heads } = useTranslations('pastDocuments');
  const { may } = useSession();
  return (
    <Page title={title}>
      <EmptyState
        title={empty.title}
        description={empty.said}
        columns={Object.values(heads).map((head) => ({ head, ghost: '' }))}
        actions={
          may('billing:write') && (
            <Link to="/import" className="btn primary big">
              {empty.go}
            </Link>
          )
        }
      />
    </Page>
  );
}
