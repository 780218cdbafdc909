import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { type Column, DataTable, type Sorted } from '../app/components/data-table.tsx';
import { EmptyState } from '../app/components/empty-state.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { ListActions } from '../app/components/list-actions.tsx';
import { Loading } from '../app/components/loading.tsx';
import { nextPageOf } from '../app/components/next-page.ts';
import { Page } from '../app/components/page.tsx';
import { SearchField } from '../app/components/search-field.tsx';
import { figure, Money, money, percent } from '../app/formats/money.tsx';
import { IconPlus } from '../app/icons.tsx';
import { ImportDialog } from '../app/import/import-dialog.tsx';
import { useSession } from '../app/session/session.ts';
import { type Answer, call } from '../client/call.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import type { CatalogueSearch } from './catalogue-url.ts';
import { ProductDialog } from './product-dialog.tsx';

type Row = Answer<'get-products'>['docs'][number];
type Open = 'new' | 'import';

const AT_ONCE = 100;
const ORDERS = { prix: 'unitPrice', reference: 'reference', recents: 'createdAt' } as const;

/** Scope to edit the list, and its CSV export. */
const LIST = {
  scope: 'catalog:write',
  fileName: 'articles.csv',
  everything: () => call('export-products', { query: {} }),
};

/** Catalogue: search, sort, create, edit in a dialog, import. */
export function Screen() {
  const words = useTranslations('catalogue');
  const { may } = useSession();
  const search = useSearch({ strict: false }) as CatalogueSearch;
  const navigate = useNavigate();
  const say = useCallback(
    (next: CatalogueSearch) => void navigate({ to: '/catalogue', search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const look = useCallback((q: string) => say(q ? { ...search, q } : without(search, 'q')), [say, search]);
  const [open, setOpen] = useState<Open>();
  const order = orderOf(search);
  const found = useProducts(search.q, order);
  const columns = useColumns();
  const rows = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const isEmpty = found.isSuccess && rows.length === 0;
  const isFirst = isEmpty && !search.q && may('catalog:write');
  return (
    <Page title={words.title} actions={<ListActions {...LIST} {...{ words, isFirst, onOpen: setOpen }} />}>
      {!isFirst && (
        <div className="filters" role="search" aria-label={words.search}>
          <SearchField value={search.q ?? ''} label={words.search} hint={words.hint} onSearch={look} />
        </div>
      )}
      <ErrorMessage error={found.error} />
      {found.isPending && <Loading rows={12} />}
      {isFirst && <First onOpen={setOpen} />}
      {isEmpty && !isFirst && (
        <div className="plain">
          <p>{search.q ? words.nothing : words.none}</p>
          {search.q && (
            <button type="button" className="btn" onClick={() => say({})}>
              {words.clear}
            </button>
          )}
        </div>
      )}
      {rows.length > 0 && (
        <DataTable<Row>
          caption={words.caption}
          columns={columns}
          groups={[{ rows }]}
          idOf={({ id }) => id}
          nameOf={({ designation }) => designation}
          linkOf={({ id }) => ({ to: '/catalogue', search: { ...search, article: id } })}
          sorted={{ by: order.by, direction: order.direction === 'ASC' ? 'asc' : 'desc' }}
          onSort={(sorted) => say(sortedBy(search, sorted))}
          more={nextPageOf(found)}
        />
      )}
      {open === 'new' && <ProductDialog onClose={() => setOpen(undefined)} />}
      {open === 'import' && <ImportDialog what="products" onClose={() => setOpen(undefined)} />}
      {search.article && (
        <ProductDialog key={search.article} id={search.article} onClose={() => say(without(search, 'article'))} />
      )}
    </Page>
  );
}

const without = (search: CatalogueSearch, name: keyof CatalogueSearch): CatalogueSearch => {
  const { [name]: _, ...others } = search;
  return others;
};

const orderOf = ({ tri, sens }: CatalogueSearch) => ({
  by: tri ? ORDERS[tri] : ('designation' as const),
  direction: sens === 'decroissant' ? ('DESC' as const) : ('ASC' as const),
});

function sortedBy(search: CatalogueSearch, { by, direction }: Sorted): CatalogueSearch {
  const { tri: _, sens: __, ...others } = search;
  const tri = (Object.keys(ORDERS) as (keyof typeof ORDERS)[]).find((name) => ORDERS[name] === by);
  return { ...others, ...(tri && { tri }), ...(direction === 'desc' && { sens: 'decroissant' as const }) };
}

const useProducts = (search: string | undefined, { by, direction }: ReturnType<typeof orderOf>) =>
  useInfiniteQuery({
    queryKey: ['get-products', 'pages', search, by, direction],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        'get-products',
        {
          query: {
            ...(search && { search }),
            limit: AT_ONCE,
            orderBy: by,
            orderDirection: direction,
            cursor: pageParam,
          },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

function First({ onOpen }: { onOpen: (what: Open) => void }) {
  const { heads, empty, vat, new: newWord } = useTranslations('catalogue');
  const language = useLanguage();
  return (
    <EmptyState
      title={empty.title}
      description={empty.said}
      columns={[
        { head: heads.designation, ghost: empty.ghost.designation },
        { head: heads.reference, ghost: empty.ghost.reference },
        { head: heads.unit, ghost: empty.ghost.unit },
        { head: heads.vat, ghost: vat.FR_2000, isFigure: true },
        { head: heads.price, ghost: money(0, 'EUR', language), isFigure: true },
      ]}
      actions={
        <>
          <button type="button" className="btn primary big" onClick={() => onOpen('new')}>
            <IconPlus /> {newWord}
          </button>
          <button type="button" className="link" onClick={() => onOpen('import')}>
            {empty.csv}
          </button>
        </>
      }
    />
  );
}

function useColumns(): readonly Column<Row>[] {
  const { heads, units, vat } = useTranslations('catalogue');
  const language = useLanguage();
  return [
    {
      name: 'designation',
      head: heads.designation,
      cell: ({ designation }) => designation,
      isLink: true,
      className: 'who truncated-cell',
      narrowPlace: 'first-line-start',
      sort: 'designation',
    },
    {
      name: 'reference',
      head: heads.reference,
      cell: ({ reference }) => reference,
      className: 'truncated quiet',
      narrowPlace: 'second-line-start',
      sort: 'reference',
    },
    { name: 'unit', head: heads.unit, cell: ({ unit }) => units[unit], narrowPlace: 'second-line-end' },
    { name: 'vat', head: heads.vat, cell: ({ vatCode }) => vat[vatCode], isFigure: true, hiddenBelow: '70rem' },
    {
      name: 'price',
      head: heads.price,
      cell: ({ priceWithoutTaxes }) => <Money cents={priceWithoutTaxes} />,
      isFigure: true,
      narrowPlace: 'first-line-end',
      sort: 'unitPrice',
    },
    {
      name: 'margin',
      head: heads.margin,
      cell: ({ productMargin }) =>
        productMargin === undefined ? null : percent(productMargin / 100, { decimals: 2 }, language),
      isFigure: true,
      hiddenBelow: '80rem',
    },
    {
      name: 'stock',
      head: heads.stock,
      cell: ({ isStockable, stock }) => (isStockable ? figure(stock, language) : null),
      isFigure: true,
      hiddenBelow: '62rem',
    },
  ];
}
