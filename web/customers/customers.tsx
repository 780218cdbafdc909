import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type Column, DataTable, type Sorted } from '../app/components/data-table.tsx';
import { EmptyState } from '../app/components/empty-state.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { ListActions } from '../app/components/list-actions.tsx';
import { Loading } from '../app/components/loading.tsx';
import { nextPageOf } from '../app/components/next-page.ts';
import { Page } from '../app/components/page.tsx';
import { SearchField } from '../app/components/search-field.tsx';
import { Day } from '../app/formats/dates.tsx';
import { IconPlus } from '../app/icons.tsx';
import { ImportDialog } from '../app/import/import-dialog.tsx';
import { useSession } from '../app/session/session.ts';
import { call } from '../client/call.ts';
import { useTranslations } from '../locales/language.ts';
import { NewCustomer } from './customer-dialog.tsx';
import type { CustomersSearch } from './customers-url.ts';
import './customers.css';

/** A row of the customer list. */
type Row = {
  readonly id: string;
  readonly kind: 'organization' | 'person';
  readonly name: string;
  readonly city: string;
  readonly email: string;
  readonly more: string;
  readonly createdAt: number;
  readonly isArchived: boolean;
};

/** Scope to edit the list, and its CSV export. */
const LIST = {
  scope: 'customers:write',
  fileName: 'clients.csv',
  everything: () => call('export-customers', { query: {} }),
};

/** Customer list: businesses, individuals, archive. */
export function Screen() {
  const words = useTranslations('customers');
  const { may } = useSession();
  const search = useSearch({ strict: false }) as CustomersSearch;
  const navigate = useNavigate();
  const say = useCallback(
    (next: CustomersSearch) =>
      void navigate({ to: '/clients', search: next as never, replace: true, resetScroll: false }),
    [navigate],
  );
  const look = useCallback((q: string) => say(q ? { ...search, q } : without(search)), [say, search]);
  const [open, setOpen] = useState<'new' | 'import' | undefined>(search.nouveau === 'oui' ? 'new' : undefined);
  const found = useCustomers(search);
  const columns = useColumns(search);
  const isEmpty = !found.isPending && found.rows.length === 0 && !found.error;
  const isFirst = isEmpty && !search.q && !search.vue;
  const dialogs = (
    <>
      {open === 'new' && <NewCustomer onClose={() => setOpen(undefined)} />}
      {open === 'import' && <ImportDialog what="customers" onClose={() => setOpen(undefined)} />}
    </>
  );
  const sorted: Sorted = search.tri ? { by: 'createdAt', direction: 'desc' } : { by: 'name', direction: 'asc' };
  return (
    <Page title={words.title} actions={<ListActions {...LIST} {...{ words, isFirst, onOpen: setOpen }} />}>
      <Views search={search} />
      <div className="filters" role="search" aria-label={words.search}>
        <SearchField value={search.q ?? ''} label={words.search} hint={words.hint} onSearch={look} />
      </div>
      <ErrorMessage error={found.error} />
      {found.isPending && <Loading rows={12} />}
      {isFirst && may('customers:write') && <First onOpen={setOpen} />}
      {isEmpty && !(isFirst && may('customers:write')) && (
        <div className="plain">
          <p>{words.nothing}</p>
          {search.q && (
            <button type="button" className="btn" onClick={() => say(without(search))}>
              {words.clear}
            </button>
          )}
        </div>
      )}
      {found.rows.length > 0 && (
        <DataTable
          caption={search.vue === 'personnes' ? words.caption.people : words.caption.organizations}
          columns={columns}
          groups={[{ rows: found.rows }]}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          linkOf={({ id, kind }) => ({
            to: '/clients/$id',
            params: { id },
            search: (kind === 'person' ? { est: 'personne' } : {}) as never,
          })}
          isOff={({ isArchived }) => isArchived}
          sorted={sorted}
          onSort={({ by }) => {
            const { tri: _, ...others } = search;
            say(by === 'createdAt' ? { ...others, tri: 'recents' } : others);
          }}
          more={found.more}
        />
      )}
      {dialogs}
    </Page>
  );
}

const without = ({ q: _, ...others }: CustomersSearch): CustomersSearch => others;

type Open = (what: 'new' | 'import') => void;

function Views({ search }: { search: CustomersSearch }) {
  const { views } = useTranslations('customers');
  const all = [
    { name: views.organizations, vue: undefined },
    { name: views.people, vue: 'personnes' },
    { name: views.archived, vue: 'archives' },
  ] as const;
  const { vue: here, ...others } = search;
  return (
    <nav className="views" aria-label={views.label}>
      {all.map(({ name, vue }) => (
        <Link
          key={name}
          to="/clients"
          search={(vue ? { ...others, vue } : others) as never}
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

function First({ onOpen }: { onOpen: Open }) {
  const { heads, empty, new: newWord } = useTranslations('customers');
  return (
    <EmptyState
      title={empty.title}
      description={empty.said}
      columns={[
        { head: heads.name, ghost: empty.ghost.name },
        { head: heads.city, ghost: empty.ghost.city },
        { head: heads.contact, ghost: empty.ghost.contact },
        { head: heads.siret, ghost: empty.ghost.siret },
      ]}
      actions={
        <>
          <button type="button" className="btn primary big" onClick={() => onOpen('new')}>
            <IconPlus /> {newWord}
          </button>
          <button type="button" className="link" onClick={() => onOpen('import')}>
            {empty.csv}
          </button>
          <Link to="/import" className="link">
            {empty.moveIn}
          </Link>
        </>
      }
    />
  );
}

function useColumns({ vue }: CustomersSearch): readonly Column<Row>[] {
  const { heads } = useTranslations('customers');
  const isPeople = vue === 'personnes';
  return [
    {
      name: 'name',
      head: heads.name,
      cell: ({ name }) => name,
      isLink: true,
      className: 'who',
      narrowPlace: 'first-line-start',
      sort: 'name',
    },
    ...(isPeople
      ? []
      : [{ name: 'city', head: heads.city, cell: ({ city }: Row) => city, narrowPlace: 'first-line-end' as const }]),
    {
      name: 'email',
      head: heads.contact,
      cell: ({ email }) => email,
      className: 'truncated quiet',
      narrowPlace: 'second-line-start',
    },
    {
      name: 'more',
      head: isPeople ? heads.organization : heads.siret,
      cell: ({ more }) => more,
      hiddenBelow: '70rem',
      narrowPlace: 'second-line-end',
    },
    {
      name: 'since',
      head: heads.since,
      cell: ({ createdAt }) => <Day date={createdAt} />,
      isFigure: true,
      hiddenBelow: '80rem',
      sort: 'createdAt',
    },
  ];
}

const AT_ONCE = 100;

/** Customers of one kind, page by page; the archive combines both kinds, which are few. */
function useCustomers({ vue, q, tri }: CustomersSearch) {
  const { mode } = useSession();
  const query = {
    ...(q && { search: q }),
    test: mode === 'test',
    archived: vue === 'archives',
    limit: AT_ONCE,
    orderBy: tri ? 'createdAt' : 'name',
    orderDirection: tri ? 'DESC' : 'ASC',
  } as const;
  const organizations = usePages('list-organizations', vue !== 'personnes', query, async (cursor, signal) => {
    const { docs, nextCursor } = await call('list-organizations', { query: { ...query, cursor } }, { signal });
    return { next: nextCursor, rows: docs.map(organizationRow) };
  });
  const people = usePages('list-contacts', vue !== undefined, query, async (cursor, signal) => {
    const { docs, nextCursor } = await call('list-contacts', { query: { ...query, cursor } }, { signal });
    return { next: nextCursor, rows: docs.map(personRow) };
  });
  const shown = vue === 'personnes' ? [people] : vue === 'archives' ? [organizations, people] : [organizations];
  const going = shown.find(({ hasNextPage }) => hasNextPage);
  return {
    rows: shown.flatMap(({ data }) => data?.pages.flatMap(({ rows }) => rows) ?? []),
    isPending: shown.some(({ isPending }) => isPending),
    error: shown.find(({ error }) => error)?.error,
    more: going && nextPageOf(going),
  };
}

const usePages = (
  name: string,
  enabled: boolean,
  query: object,
  page: (cursor: string | undefined, signal: AbortSignal) => Promise<{ next: string | undefined; rows: Row[] }>,
) =>
  useInfiniteQuery({
    queryKey: [name, 'pages', query],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => page(pageParam, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

const organizationRow = (item: Awaited<ReturnType<typeof call<'list-organizations'>>>['docs'][number]): Row => ({
  id: item.id,
  kind: 'organization',
  name: item.name,
  city: item.billingAddress.city ?? '',
  email: item.emails[0] ?? '',
  more: item.siret,
  createdAt: item.createdAt,
  isArchived: Boolean(item.archivedAt),
});

const personRow = (item: Awaited<ReturnType<typeof call<'list-contacts'>>>['docs'][number]): Row => ({
  id: item.id,
  kind: 'person',
  name: item.fullname,
  city: '',
  email: item.emails[0] ?? '',
  more: item.organization?.name ?? '',
  createdAt: item.createdAt,
  isArchived: Boolean(item.archivedAt),
});
