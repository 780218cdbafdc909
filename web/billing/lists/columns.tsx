import { useMemo } from 'react';
import type { Column } from '../../app/components/data-table.tsx';
import { Status } from '../../app/components/status.tsx';
import { Day } from '../../app/formats/dates.tsx';
import { Money } from '../../app/formats/money.tsx';
import type { Words } from '../../locales/catalogues.ts';
import { useTranslations } from '../../locales/language.ts';
import type { ListName } from './list-definitions.ts';
import type { Listed } from './list-row.ts';
import { dots } from './status-dots.ts';

/** Columns of a document list, with their breakpoints. */
export function useColumns(register: ListName, isRecurring = false): readonly Column<Listed>[] {
  const words = useTranslations('lists');
  return useMemo(() => {
    const columns = columnsOf(words, register === 'estimates');
    return isRecurring ? columns.map((column) => inRecurring(column, words)) : columns;
  }, [words, register, isRecurring]);
}

function columnsOf(words: Words<'lists'>, isOffer: boolean): readonly Column<Listed>[] {
  const { heads } = words;
  return [
    {
      name: 'number',
      head: heads.number,
      cell: ({ number }) => number ?? <span className="faint">{words.noNumber}</span>,
      narrowPlace: 'second-line-start',
      isLink: true,
      sort: 'number',
    },
    {
      name: 'customer',
      head: heads.customer,
      cell: ({ customerName }) => customerName || <span className="faint">{words.noCustomer}</span>,
      className: 'who truncated-cell',
      narrowPlace: 'first-line-start',
      sort: 'customer',
    },
    {
      name: 'subject',
      head: heads.subject,
      cell: (row) => <Subject row={row} />,
      className: 'truncated quiet',
      hiddenBelow: '70rem',
    },
    {
      name: 'emitted',
      head: isOffer ? heads.emittedOffer : heads.emitted,
      cell: (row) => (row.state === 'draft' ? null : <Day date={row.emittedOn} />),
      isFigure: true,
      hiddenBelow: '80rem',
      sort: 'emittedAt',
    },
    {
      name: 'due',
      head: isOffer ? heads.valid : heads.due,
      cell: (row) => <Due row={row} />,
      isFigure: true,
      hiddenBelow: '62rem',
      ...(!isOffer && { sort: 'dueAt' }),
    },
    { name: 'state', head: heads.state, cell: (row) => <StateOf row={row} />, narrowPlace: 'second-line-end' },
    {
      name: 'total',
      head: heads.total,
      cell: ({ total, currency }) => <Money cents={total} currency={currency} />,
      isFigure: true,
      narrowPlace: 'first-line-end',
      sort: 'amount',
    },
    {
      name: 'remaining',
      head: isOffer ? heads.toBill : heads.toPay,
      cell: (row) => <Remaining row={row} />,
      isFigure: true,
    },
  ];
}

/** In the recurring view, the next date replaces the due date, and on phones the state. */
function inRecurring(column: Column<Listed>, words: Words<'lists'>): Column<Listed> {
  if (column.name === 'due') return recursOf(words);
  const { narrowPlace: _, ...wide } = column;
  return column.name === 'state' ? wide : column;
}

const recursOf = (words: Words<'lists'>): Column<Listed> => ({
  name: 'recurs',
  head: words.heads.recurs,
  cell: ({ recursOn, recurrence }) =>
    recursOn === undefined ? (
      <span className="quiet">{words.recurrence[recurrence === 'paused' ? 'paused' : 'over']}</span>
    ) : (
      <Day date={recursOn} />
    ),
  isFigure: true,
  narrowPlace: 'second-line-end',
  sort: 'recursOn',
});

/** Subject; with the kind if it differs from the list's own. */
function Subject({ row }: { row: Listed }) {
  const { kinds } = useTranslations('lists');
  const kind = row.type === 'invoice' || row.type === 'estimate' ? undefined : kinds[row.type];
  return <>{row.title && kind ? `${kind}, ${row.title}` : (row.title ?? kind)}</>;
}

function Due({ row }: { row: Listed }) {
  const on = row.dueOn ?? row.validUntilOn;
  if (row.state === 'draft' || on === undefined) return null;
  return row.situation === 'late' ? (
    <span className="late">
      <Day date={on} />
    </span>
  ) : (
    <Day date={on} />
  );
}

function Remaining({ row }: { row: Listed }) {
  const isShown = row.remaining !== undefined && row.state !== 'draft' && !row.isCanceled;
  const isOffer = row.validUntilOn !== undefined;
  if (!isShown || (isOffer && row.state !== 'signed')) return null;
  return <Money cents={row.remaining ?? 0} currency={row.currency} quietZero />;
}

/** Current state of a document, with its dot. */
export function StateOf({ row }: { row: Listed }) {
  const { states } = useTranslations('lists');
  const { situation, part } = row;
  return (
    <Status state={dots[situation]} part={situation === 'late' || situation === 'part' ? part : undefined}>
      {wordOf(row, states)}
    </Status>
  );
}

function wordOf({ situation, situationDays, isReady, type }: Listed, states: Words<'lists'>['states']): string {
  switch (situation) {
    case 'draft':
      return states.draft(isReady);
    case 'late':
    case 'expiring':
      return states[situation](situationDays);
    case 'part':
    case 'final':
    case 'sent':
    case 'paid':
    case 'canceled':
    case 'credited':
      return states[situation](type);
    default:
      return states[situation];
  }
}
