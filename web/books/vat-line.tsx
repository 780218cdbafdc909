import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useParams, useSearch } from '@tanstack/react-router';
import { type Column, DataTable } from '../app/components/data-table.tsx';
import { ErrorMessage } from '../app/components/error-message.tsx';
import { Loading } from '../app/components/loading.tsx';
import { nextPageOf } from '../app/components/next-page.ts';
import { Page } from '../app/components/page.tsx';
import { Day } from '../app/formats/dates.tsx';
import { Money } from '../app/formats/money.tsx';
import { type Answer, type Asked, call } from '../client/call.ts';
import { useOperation } from '../client/use-query.ts';
import { useLanguage, useTranslations } from '../locales/language.ts';
import { TotalsOfBook } from './book-parts.tsx';
import type { VatSearch } from './vat-url.ts';

type Piece = Answer<'list-vat-return-pieces'>['docs'][number];

type LineName = NonNullable<Asked<'list-vat-return-pieces'>['query']>['line'];

const AT_ONCE = 100;

/** What makes a line of the VAT return, each with its document. */
export function Screen() {
  const words = useTranslations('vat');
  const language = useLanguage();
  const { ligne = '' } = useParams({ strict: false }) as { ligne?: string };
  const { jour } = useSearch({ strict: false }) as VatSearch;
  const query = jour === undefined ? {} : { on: jour };
  const { data } = useOperation('get-vat-return', { query });
  const line = data?.lines.find((each) => each.line === ligne);
  const found = useInfiniteQuery({
    queryKey: ['list-vat-return-pieces', ligne, jour],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        'list-vat-return-pieces',
        {
          query: {
            ...query,
            line: ligne as LineName,
            limit: AT_ONCE,
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.pages.flatMap(({ docs }) => docs) ?? [];
  const columns = useColumns(line);
  return (
    <Page
      title={words.pieces.title(ligne)}
      back={{ to: '/livres/tva', label: words.title, ...(jour !== undefined && { search: { jour } }) }}
      actions={
        <Link to="/livres/tva" search={jour === undefined ? {} : { jour }} className="btn quiet">
          {words.title}
        </Link>
      }
    >
      {line && <p className="quiet book-intro">{line.label[language]}</p>}
      {line && (
        <TotalsOfBook
          parts={[
            ...(line.base ? [[words.heads.base, line.base.cents] as const] : []),
            ...(line.tax ? [[words.heads.tax, line.tax.cents] as const] : []),
          ]}
        />
      )}
      <ErrorMessage error={found.error} />
      {found.isPending && <Loading rows={12} />}
      {found.isSuccess && rows.length === 0 && <p className="plain">{words.pieces.nothing}</p>}
      {rows.length > 0 && (
        <DataTable<Piece>
          caption={words.pieces.caption}
          columns={columns}
          groups={[{ rows }]}
          idOf={({ id, event }) => `${event} ${id}`}
          nameOf={({ reference, name }) => reference ?? name ?? ''}
          linkOf={placeOf}
          more={nextPageOf(found)}
        />
      )}
    </Page>
  );
}

/** Where a piece is: its document, the register of purchases, or the takings. */
const placeOf = ({ billingId, event, on }: Piece): LinkProps => {
  if (billingId !== undefined) return { to: '/documents/$id', params: { id: billingId } };
  return event === 'purchase'
    ? { to: '/livres/achats', search: { periode: on.slice(0, 7) } }
    : { to: '/reglages/e-reporting' };
};

function useColumns(line: Answer<'get-vat-return'>['lines'][number] | undefined): readonly Column<Piece>[] {
  const words = useTranslations('vat').pieces;
  const { events } = useTranslations('books');
  const eventOf = ({ event }: Piece): string =>
    event === 'issued' || event === 'purchase' ? words.events[event] : events[event];
  return [
    { name: 'on', head: words.on, cell: ({ on }) => <Day date={on} />, narrowPlace: 'second-line-start' },
    {
      name: 'name',
      head: words.name,
      cell: (piece) => piece.name ?? eventOf(piece),
      className: 'who truncated-cell',
      narrowPlace: 'first-line-start',
    },
    { name: 'reference', head: words.reference, cell: (piece) => piece.reference ?? eventOf(piece), isLink: true },
    { name: 'what', head: words.what, cell: eventOf, className: 'quiet nowrap', hiddenBelow: '70rem' },
    ...(line?.base
      ? [
          {
            ...({ name: 'base', head: words.base, isFigure: true, narrowPlace: 'first-line-end' } as const),
            cell: ({ base }: Piece) => <Money cents={base} />,
          },
        ]
      : []),
    ...(line?.tax
      ? [
          {
            ...({ name: 'tax', head: words.tax, isFigure: true } as const),
            narrowPlace: line.base ? ('second-line-end' as const) : ('first-line-end' as const),
            cell: ({ tax }: Piece) => <Money cents={tax} />,
          },
        ]
      : []),
  ];
}
