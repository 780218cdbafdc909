import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useTranslations } from '../../locales/language.ts';
import { IconChevronDown } from '../icons.tsx';
import { useKeys } from '../palette/keyboard-shortcuts.ts';
import type { More } from './next-page.ts';
import { useIsNarrow } from './use-narrow.ts';
import { type Drawn, useVirtualRows } from './virtual-rows.ts';

/** Positions of a column in the two-line layout: name and amount, number and state. */
const NARROW_PLACES = ['first-line-start', 'first-line-end', 'second-line-start', 'second-line-end'] as const;

/** A column of a list. */
export type Column<R> = {
  readonly name: string;
  readonly head: ReactNode;
  readonly cell: (row: R) => ReactNode;
  readonly isFigure?: boolean;
  /** CSS classes of its cells: `who`, `truncated quiet`, … */
  readonly className?: string;
  /** Hides the column on windows narrower than this. */
  readonly hiddenBelow?: '80rem' | '70rem' | '62rem';
  /** Position in the two-line layout of narrow windows. Omitted there if undefined. */
  readonly narrowPlace?: (typeof NARROW_PLACES)[number];
  /** The column whose text links to the row's screen. */
  readonly isLink?: boolean;
  /** The sort order applied when the header is pressed. */
  readonly sort?: string;
};

/** Rows under one title, such as a month. */
export type Group<R> = { readonly title?: ReactNode; readonly sum?: ReactNode; readonly rows: readonly R[] };

export type Sorted = { readonly by: string; readonly direction: 'asc' | 'desc' };

export type DataTableProps<R> = {
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly groups: readonly Group<R>[];
  readonly idOf: (row: R) => string;
  /** Accessible name of the row's checkbox: its number, or the customer of a draft. */
  readonly nameOf: (row: R) => string;
  readonly linkOf: (row: R) => LinkProps;
  /** Shown in grey, for cancelled or archived rows. */
  readonly isOff?: ((row: R) => boolean) | undefined;
  readonly sorted?: Sorted | undefined;
  readonly onSort?: ((sorted: Sorted) => void) | undefined;
  /** Ids of the selected rows. Without it, there are no checkboxes. */
  readonly ticked?: ReadonlySet<string> | undefined;
  readonly onTick?: ((ticked: ReadonlySet<string>) => void) | undefined;
  /** The bulk action bar, shown while rows are selected. */
  readonly bulk?: ReactNode;
  readonly more?: More | undefined;
};

/**
 * List with grouped rows, group totals, checkboxes and one link per row. Below 52rem it is a `<ul>`
 * of links. Keys: `j` and `k` move, `x` selects.
 */
export function DataTable<R>(props: DataTableProps<R>) {
  const { ticked, bulk, more, groups } = props;
  const words = useTranslations('app');
  const isNarrow = useIsNarrow(52);
  const root = useRef<HTMLDivElement>(null);
  const drawn = useVirtualRows(
    root,
    groups.map(({ rows, title }) => ({ count: rows.length, hasTitle: title !== undefined })),
  );
  const tick = useTick(props);
  useKeys({
    j: () => step(root.current, 1),
    k: () => step(root.current, -1),
    x: () => tickHere(root.current),
  });
  return (
    <div ref={root}>
      {isNarrow ? <Slips {...props} drawn={drawn} tick={tick} /> : <Rows {...props} drawn={drawn} tick={tick} />}
      {more && <NextRows {...more} />}
      {ticked && ticked.size > 0 && bulk && (
        <div className="bulk" role="toolbar" aria-label={words.list.bulk(ticked.size)}>
          {bulk}
        </div>
      )}
    </div>
  );
}

type Toggle = (id: string) => void;

/**
 * Toggles the selection of a row. The function is stable, so that the other rows do not re-render.
 */
function useTick({ ticked, onTick }: Pick<DataTableProps<never>, 'ticked' | 'onTick'>): Toggle {
  const latest = useRef({ ticked, onTick });
  useEffect(() => {
    latest.current = { ticked, onTick };
  });
  return useCallback((id) => {
    const next = new Set(latest.current.ticked);
    if (!next.delete(id)) next.add(id);
    latest.current.onTick?.(next);
  }, []);
}

/** Distance in pixels below the window at which the next rows are requested. */
const AHEAD_PX = 1_200;
/** Milliseconds to wait after a response until it is rendered and its failure is known. */
const DRAWN_MS = 200;

/**
 * Loads more rows when the user scrolls near the end, or by the button. The position is checked
 * after each render and on scroll: in Chromium an `IntersectionObserver` misses rows rendered and
 * scrolled in the same frame, and the list stopped.
 */
function NextRows({ isLoading, hasFailed, load }: More) {
  const words = useTranslations('app');
  const end = useRef<HTMLParagraphElement>(null);
  const latest = useRef({ isAsked: isLoading || hasFailed, load });
  const look = useCallback(function looking(): void {
    // A hidden element has no position.
    const top = end.current?.getClientRects()[0]?.top ?? Number.POSITIVE_INFINITY;
    if (latest.current.isAsked || top >= innerHeight + AHEAD_PX) return;
    // Rows being refetched do not re-render if they are unchanged, and this page was not requested.
    void latest.current.load().finally(() => setTimeout(looking, DRAWN_MS));
  }, []);
  useEffect(() => {
    latest.current = { isAsked: isLoading || hasFailed, load };
    look();
  });
  useEffect(() => {
    let frame = 0;
    const wait = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    // Captures scroll events of any scrollable ancestor.
    addEventListener('scroll', wait, { passive: true, capture: true });
    addEventListener('resize', wait, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', wait, { capture: true });
      removeEventListener('resize', wait);
    };
  }, [look]);
  return (
    <p className="more-rows" ref={end}>
      <button type="button" className="btn" aria-disabled={isLoading} onClick={() => void load()}>
        {words.list.more}
      </button>
    </p>
  );
}

type Placed = { readonly drawn: readonly Drawn[] | undefined; readonly tick: Toggle };

function Rows<R>({ caption, columns, groups, drawn, tick, ...row }: DataTableProps<R> & Placed) {
  const words = useTranslations('app');
  const { ticked, onTick, idOf } = row;
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const isWhole = ticked !== undefined && count > 0 && ticked.size >= count;
  const all = isWhole && groups.every(({ rows }) => rows.every((each) => ticked.has(idOf(each))));
  return (
    // The class is on the table, not on each row: new rows would otherwise restyle all rows.
    <table className={classes('list', ticked && ticked.size > 0 && 'chosen')}>
      <caption className="screen-reader-only">{caption}</caption>
      <thead>
        <tr>
          {ticked && (
            <th>
              <input
                type="checkbox"
                className="check"
                aria-label={words.list.all}
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = !all && ticked.size > 0;
                }}
                onChange={() => onTick?.(new Set(all ? [] : groups.flatMap(({ rows }) => rows.map(idOf))))}
              />
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.name} column={column} sorted={row.sorted} onSort={row.onSort} />
          ))}
        </tr>
      </thead>
      {groups.map((group, place) => (
        <tbody key={place}>
          {group.title !== undefined && <GroupRow group={group} columns={columns} hasBoxes={ticked !== undefined} />}
          <Gap height={drawn?.[place]?.above} columns={columns.length + 1} />
          {seen(group.rows, drawn?.[place]).map((each) => (
            <Row
              {...{ row: each, columns, tick, nameOf: row.nameOf, linkOf: row.linkOf, isOff: row.isOff }}
              key={idOf(each)}
              id={idOf(each)}
              isTicked={ticked?.has(idOf(each))}
            />
          ))}
          <Gap height={drawn?.[place]?.below} columns={columns.length + 1} />
        </tbody>
      ))}
    </table>
  );
}

function Head<R>({ column, sorted, onSort }: { column: Column<R> } & Pick<DataTableProps<R>, 'sorted' | 'onSort'>) {
  const { sort, head, isFigure, hiddenBelow } = column;
  const isSorted = sort !== undefined && sorted?.by === sort;
  const direction = isSorted ? (sorted.direction === 'asc' ? 'ascending' : 'descending') : undefined;
  return (
    <th className={classes(isFigure && 'numeric', classOfHiding(hiddenBelow))} aria-sort={direction}>
      {sort === undefined || !onSort ? (
        head
      ) : (
        <button
          type="button"
          className="sort"
          onClick={() => onSort({ by: sort, direction: isSorted && sorted.direction === 'desc' ? 'asc' : 'desc' })}
        >
          {head}
          {isSorted && <IconChevronDown />}
        </button>
      )}
    </th>
  );
}

const classOfHiding = (width: Column<never>['hiddenBelow']): string | undefined => width && `hidden-below-${width}`;

/** Spacer for rows that are not rendered. */
function Gap({ height = 0, columns }: { height?: number | undefined; columns: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden="true" className="gap" style={{ height }}>
      <td colSpan={columns} />
    </tr>
  );
}

const seen = <R,>(rows: readonly R[], drawn: Drawn | undefined): readonly R[] =>
  drawn ? rows.slice(drawn.from, drawn.to) : rows;

/** Group title, with its total under the amount column (`first-line-end`). */
function GroupRow<R>({
  group,
  columns,
  hasBoxes,
}: {
  group: Group<R>;
  columns: readonly Column<R>[];
  hasBoxes: boolean;
}) {
  return (
    <tr className="group" data-part="title">
      {hasBoxes && <td />}
      {columns.map(({ name, hiddenBelow, narrowPlace, isFigure }, index) =>
        index === 0 ? (
          <th key={name} scope="rowgroup" colSpan={2} className="first-line-start">
            {group.title}
          </th>
        ) : index === 1 ? null : (
          <td
            key={name}
            className={classes(
              classOfHiding(hiddenBelow),
              isFigure && 'numeric',
              narrowPlace === 'first-line-end' && narrowPlace,
            )}
          >
            {narrowPlace === 'first-line-end' ? group.sum : null}
          </td>
        ),
      )}
    </tr>
  );
}

type OfRow<R> = Pick<DataTableProps<R>, 'columns' | 'nameOf' | 'linkOf' | 'isOff'> & {
  readonly row: R;
  readonly id: string;
  /** Undefined if there are no checkboxes. */
  readonly isTicked: boolean | undefined;
  readonly tick: Toggle;
};

/** Memoized: while the user scrolls, only new rows render. */
const Row = memo(RowDrawn) as typeof RowDrawn;

function RowDrawn<R>({ row, id, columns, nameOf, linkOf, isOff, isTicked, tick }: OfRow<R>) {
  const words = useTranslations('app');
  return (
    <tr data-part="row" className={classes(isTicked && 'on', isOff?.(row) && 'off')}>
      {isTicked !== undefined && (
        <td>
          <Tick label={words.list.select(nameOf(row))} isTicked={isTicked} onChange={() => tick(id)} />
        </td>
      )}
      {columns.map(({ name, cell, isFigure, className, hiddenBelow, narrowPlace, isLink }) => (
        <td key={name} className={classes(className, isFigure && 'numeric', classOfHiding(hiddenBelow), narrowPlace)}>
          {isLink ? (
            <Link {...linkOf(row)} className="row-link">
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function Slips<R>({ caption, columns, groups, idOf, nameOf, linkOf, ticked, drawn, tick }: DataTableProps<R> & Placed) {
  return (
    <ul className="slips" aria-label={caption}>
      {groups.map(({ title, sum, rows }, place) => (
        <Fragment key={place}>
          {title !== undefined && (
            <li className="group" data-part="title">
              <span>{title}</span>
              <span className="numeric">{sum}</span>
            </li>
          )}
          <Room height={drawn?.[place]?.above} />
          {seen(rows, drawn?.[place]).map((row) => (
            <Slip
              {...{ row, columns, nameOf, linkOf, tick }}
              key={idOf(row)}
              id={idOf(row)}
              isTicked={ticked?.has(idOf(row))}
            />
          ))}
          <Room height={drawn?.[place]?.below} />
        </Fragment>
      ))}
    </ul>
  );
}

/** A row in the two-line layout, memoized. */
const Slip = memo(SlipDrawn) as typeof SlipDrawn;

function SlipDrawn<R>({ row, id, columns, nameOf, linkOf, isTicked, tick }: Omit<OfRow<R>, 'isOff'>) {
  const words = useTranslations('app');
  return (
    <li data-part="row" className={classes(isTicked !== undefined && 'ticked', isTicked && 'on')}>
      {isTicked !== undefined && (
        <Tick label={words.list.select(nameOf(row))} isTicked={isTicked} onChange={() => tick(id)} />
      )}
      <Link {...linkOf(row)} className="slip row-link">
        {NARROW_PLACES.map((place) => {
          const column = columns.find((each) => each.narrowPlace === place);
          return (
            column && (
              <span key={column.name} className={place}>
                {column.cell(row)}
              </span>
            )
          );
        })}
      </Link>
    </li>
  );
}

const Room = ({ height = 0 }: { height?: number | undefined }) =>
  height === 0 ? null : <li aria-hidden="true" className="gap" style={{ height }} />;

const Tick = ({ label, isTicked, onChange }: { label: string; isTicked: boolean; onChange: () => void }) => (
  <input type="checkbox" className="check" aria-label={label} checked={isTicked} onChange={onChange} />
);

/** Moves focus from the current row to its neighbour, or to the first row. */
function step(root: HTMLElement | null, by: 1 | -1): void {
  const links = [...(root?.querySelectorAll<HTMLElement>('.row-link') ?? [])];
  const here = links.findIndex((link) => link === document.activeElement);
  links[Math.min(Math.max(here + by, 0), links.length - 1)]?.focus();
}

function tickHere(root: HTMLElement | null): void {
  const row = document.activeElement?.closest('tr, li');
  if (row && root?.contains(row)) row.querySelector<HTMLInputElement>('.check')?.click();
}

const classes = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
