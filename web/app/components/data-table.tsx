import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useTranslations } from '../../locales/language.ts';
import { IconChevronDown } from '../icons.tsx';
import { useKeys } from '../palette/keyboard-shortcuts.ts';
import type { More } from './next-page.ts';
import { useIsNarrow } from './use-narrow.ts';
import { type Drawn, useVirtualRows } from './virtual-rows.ts';

/** A column of a list. */
export type Column<R> = {
  readonly name: string;
  readonly head: ReactNode;
  readonly cell: (row: R) => ReactNode;
  readonly isFigure?: boolean;
  /** Classes of its cells: `who`, `cut quiet`, … */
  readonly className?: string;
  /** Which leaves first as the window narrows: p1 below 80rem, p3 below 70, p2 below 62. */
  readonly leaves?: 'p1' | 'p2' | 'p3';
  /** Where it stands in a slip of two lines: who, how much, number, state. Without, it is not in it. */
  readonly place?: 'm1' | 'm2' | 'm3' | 'm4';
  /** The one whose words lead to the row's screen. */
  readonly isLink?: boolean;
  /** What the list is sorted by where its head is pressed. */
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
  /** What a row is called where it is ticked: its number, or whose draft it is. */
  readonly nameOf: (row: R) => string;
  readonly linkOf: (row: R) => LinkProps;
  /** Grey, as what is canceled or archived. */
  readonly isOff?: ((row: R) => boolean) | undefined;
  readonly sorted?: Sorted | undefined;
  readonly onSort?: ((sorted: Sorted) => void) | undefined;
  /** The ids that are ticked; without it there are no boxes. */
  readonly ticked?: ReadonlySet<string> | undefined;
  readonly onTick?: ((ticked: ReadonlySet<string>) => void) | undefined;
  /** The bar at the bottom while something is ticked: how many, how much, and what to do with them. */
  readonly bulk?: ReactNode;
  readonly more?: More | undefined;
};

/**
 * A list as a register with ruled lines: groups with their sum, boxes to tick, one link a row. Below 52rem it is a `<ul>` of links. `j`, `k`
 * walk, `x` ticks.
 */
export function Register<R>(props: DataTableProps<R>) {
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

/** Ticks a row, or takes its tick off: the same function as long as the list stands, so that no row is drawn anew for another's. */
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

/** Pixels below the window from which the next rows are asked for. */
const AHEAD_PX = 1_200;
/** Milliseconds after an answer until it is drawn, and whether it failed is known. */
const DRAWN_MS = 200;

/**
 * The rows after these come as one nears the end, or by the button. Where the end is, is looked at after each drawing and as one scrolls: an
 * `IntersectionObserver` misses it in Chromium where rows are drawn and scrolled in one frame, and the list stood still.
 */
function NextRows({ isLoading, hasFailed, load }: More) {
  const words = useTranslations('app');
  const end = useRef<HTMLParagraphElement>(null);
  const latest = useRef({ isAsked: isLoading || hasFailed, load });
  const look = useCallback(function looking(): void {
    // What is not shown is nowhere.
    const top = end.current?.getClientRects()[0]?.top ?? Number.POSITIVE_INFINITY;
    if (latest.current.isAsked || top >= innerHeight + AHEAD_PX) return;
    // Rows that are read anew just then are not drawn again where they are the same, and these were not asked for.
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
    // Of whatever is scrolled.
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
    // Its style asks the table, not each of its rows: a row that comes would have all of them looked at again.
    <table className={classes('list', ticked && ticked.size > 0 && 'chosen')}>
      <caption className="sr">{caption}</caption>
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
  const { sort, head, isFigure, leaves } = column;
  const isSorted = sort !== undefined && sorted?.by === sort;
  const direction = isSorted ? (sorted.direction === 'asc' ? 'ascending' : 'descending') : undefined;
  return (
    <th className={classes(isFigure && 'num', leaves)} aria-sort={direction}>
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

/** The room of rows that are not drawn. */
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

/** Its title, and its sum under the column of the sums (`m2`). */
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
      {columns.map(({ name, leaves, place, isFigure }, index) =>
        index === 0 ? (
          <th key={name} scope="rowgroup" colSpan={2} className="m1">
            {group.title}
          </th>
        ) : index === 1 ? null : (
          <td key={name} className={classes(leaves, isFigure && 'num', place === 'm2' && 'm2')}>
            {place === 'm2' ? group.sum : null}
          </td>
        ),
      )}
    </tr>
  );
}

type OfRow<R> = Pick<DataTableProps<R>, 'columns' | 'nameOf' | 'linkOf' | 'isOff'> & {
  readonly row: R;
  readonly id: string;
  /** Undefined where there are no boxes. */
  readonly isTicked: boolean | undefined;
  readonly tick: Toggle;
};

/** Drawn once, and anew only where something of it differs: while one goes down a list, the rows that come are all that is drawn. */
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
      {columns.map(({ name, cell, isFigure, className, leaves, place, isLink }) => (
        <td key={name} className={classes(className, isFigure && 'num', leaves, place)}>
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
              <span className="num">{sum}</span>
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

const PLACES = ['m1', 'm2', 'm3', 'm4'] as const;

/** A row in two lines; drawn anew where something of it differs. */
const Slip = memo(SlipDrawn) as typeof SlipDrawn;

function SlipDrawn<R>({ row, id, columns, nameOf, linkOf, isTicked, tick }: Omit<OfRow<R>, 'isOff'>) {
  const words = useTranslations('app');
  return (
    <li data-part="row" className={classes(isTicked !== undefined && 'ticked', isTicked && 'on')}>
      {isTicked !== undefined && (
        <Tick label={words.list.select(nameOf(row))} isTicked={isTicked} onChange={() => tick(id)} />
      )}
      <Link {...linkOf(row)} className="slip row-link">
        {PLACES.map((place) => {
          const column = columns.find((each) => each.place === place);
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

/** Moves from the row that has the focus to its neighbour, or to the first. */
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
