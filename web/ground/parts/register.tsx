import { Link, type LinkProps } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../../words/language.ts';
import { IconChevronDown } from '../icons.tsx';
import { useKeys } from '../keys.ts';
import { useNarrow } from './narrow.ts';
import { type Drawn, useRowsInView } from './rows-in-view.ts';

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

export type RegisterProps<R> = {
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  readonly groups: readonly Group<R>[];
  readonly idOf: (row: R) => string;
  /** What a row is called where it is ticked: its number, or whose draft it is. */
  readonly nameOf: (row: R) => string;
  readonly linkOf: (row: R) => LinkProps;
  /** Grey, as what is canceled or archived. */
  readonly isOff?: (row: R) => boolean;
  readonly sorted?: Sorted | undefined;
  readonly onSort?: ((sorted: Sorted) => void) | undefined;
  /** The ids that are ticked; without it there are no boxes. */
  readonly ticked?: ReadonlySet<string> | undefined;
  readonly onTick?: ((ticked: ReadonlySet<string>) => void) | undefined;
  /** The bar at the bottom while something is ticked: how many, how much, and what to do with them. */
  readonly bulk?: ReactNode;
  readonly more?: { readonly isLoading: boolean; readonly load: () => void } | undefined;
};

/**
 * A list as a register with ruled lines: groups with their sum, boxes to tick, one link a row. Below 52rem it is a `<ul>` of links. `j`, `k`
 * walk, `x` ticks.
 */
export function Register<R>(props: RegisterProps<R>) {
  const { ticked, bulk, more, groups } = props;
  const words = useWords('ground');
  const isNarrow = useNarrow(52);
  const root = useRef<HTMLDivElement>(null);
  const drawn = useRowsInView(
    root,
    groups.map(({ rows, title }) => ({ count: rows.length, hasTitle: title !== undefined })),
  );
  useKeys({
    j: () => step(root.current, 1),
    k: () => step(root.current, -1),
    x: () => tickHere(root.current),
  });
  return (
    <div ref={root}>
      {isNarrow ? <Slips {...props} drawn={drawn} /> : <Rows {...props} drawn={drawn} />}
      {more && <More {...more} />}
      {ticked && ticked.size > 0 && bulk && (
        <div className="bulk" role="toolbar" aria-label={words.list.bulk(ticked.size)}>
          {bulk}
        </div>
      )}
    </div>
  );
}

/** The rows after these come as one nears the end, or by the button. */
function More({ isLoading, load }: NonNullable<RegisterProps<never>['more']>) {
  const words = useWords('ground');
  const end = useRef<HTMLParagraphElement>(null);
  const latest = useRef({ isLoading, load });
  useEffect(() => {
    latest.current = { isLoading, load };
  });
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !latest.current.isLoading) latest.current.load();
      },
      { rootMargin: '0px 0px 1200px 0px' },
    );
    if (end.current) watch.observe(end.current);
    return () => watch.disconnect();
    // Watched anew after each page: what is still in view asks for the next.
  }, [isLoading]);
  return (
    <p className="more-rows" ref={end}>
      <button type="button" className="btn" aria-disabled={isLoading} onClick={load}>
        {words.list.more}
      </button>
    </p>
  );
}

type WithDrawn = { readonly drawn: readonly Drawn[] | undefined };

function Rows<R>({ caption, columns, groups, drawn, ...row }: RegisterProps<R> & WithDrawn) {
  const words = useWords('ground');
  const { ticked, onTick, idOf } = row;
  const ids = groups.flatMap(({ rows }) => rows.map(idOf));
  const all = ticked !== undefined && ids.length > 0 && ids.every((id) => ticked.has(id));
  return (
    <table className="list">
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
                onChange={() => onTick?.(new Set(all ? [] : ids))}
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
            <Row key={idOf(each)} row={each} columns={columns} {...row} />
          ))}
          <Gap height={drawn?.[place]?.below} columns={columns.length + 1} />
        </tbody>
      ))}
    </table>
  );
}

function Head<R>({ column, sorted, onSort }: { column: Column<R> } & Pick<RegisterProps<R>, 'sorted' | 'onSort'>) {
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

function Row<R>({
  row,
  columns,
  idOf,
  nameOf,
  linkOf,
  isOff,
  ticked,
  onTick,
}: Omit<RegisterProps<R>, 'caption' | 'groups'> & { row: R }) {
  const words = useWords('ground');
  const id = idOf(row);
  return (
    <tr data-part="row" className={classes(ticked?.has(id) && 'on', isOff?.(row) && 'off')}>
      {ticked && (
        <td>
          <Tick id={id} label={words.list.select(nameOf(row))} ticked={ticked} onTick={onTick} />
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

function Slips<R>({
  caption,
  columns,
  groups,
  idOf,
  nameOf,
  linkOf,
  ticked,
  onTick,
  drawn,
}: RegisterProps<R> & WithDrawn) {
  const words = useWords('ground');
  const places = (['m1', 'm2', 'm3', 'm4'] as const).map((place) => columns.find((column) => column.place === place));
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
          {seen(rows, drawn?.[place]).map((row) => {
            const id = idOf(row);
            return (
              <li key={id} data-part="row" className={classes(ticked && 'ticked', ticked?.has(id) && 'on')}>
                {ticked && <Tick id={id} label={words.list.select(nameOf(row))} ticked={ticked} onTick={onTick} />}
                <Link {...linkOf(row)} className="slip row-link">
                  {places.map(
                    (column) =>
                      column && (
                        <span key={column.name} className={column.place}>
                          {column.cell(row)}
                        </span>
                      ),
                  )}
                </Link>
              </li>
            );
          })}
          <Room height={drawn?.[place]?.below} />
        </Fragment>
      ))}
    </ul>
  );
}

const Room = ({ height = 0 }: { height?: number | undefined }) =>
  height === 0 ? null : <li aria-hidden="true" className="gap" style={{ height }} />;

function Tick({
  id,
  label,
  ticked,
  onTick,
}: { id: string; label: string; ticked: ReadonlySet<string> } & Pick<RegisterProps<never>, 'onTick'>) {
  return (
    <input
      type="checkbox"
      className="check"
      aria-label={label}
      checked={ticked.has(id)}
      onChange={() => {
        const next = new Set(ticked);
        if (!next.delete(id)) next.add(id);
        onTick?.(next);
      }}
    />
  );
}

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
