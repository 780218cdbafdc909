import type { Draft, UnreadableFields } from '../draft/draft.ts';
import { type DraftLine, FIGURE_CELLS, type FigureCell } from '../draft/line.ts';

/** The number and date fields of a document, outside its lines. Those in a list have an index. */
export type TypedField =
  | 'discount'
  | 'rate'
  | 'emittedAt'
  | 'expiredAt'
  | 'customDueAt'
  | 'deliveryAt'
  | 'periodFrom'
  | 'periodTo'
  | 'advance'
  | 'estimateFee'
  | 'plannedDuration'
  | 'dateDebutEmploi'
  | 'dateFinEmploi'
  | 'advancePaymentDate'
  | 'advanceAlreadyPayed'
  | ListedField;
type ListedField = `${'planned' | 'reference'} ${number}`;

/** An unreadable text: in a document field, or in a cell of a line with its index. */
export type Unread = { readonly text: string } & (
  | { readonly of: 'field'; readonly field: TypedField }
  | { readonly of: 'cell'; readonly cell: FigureCell; readonly line: DraftLine; readonly place: number }
);

/** All unreadable texts, in the order of the sheet. */
export const unreadIn = ({ unread, lines }: Draft): readonly Unread[] => [
  ...Object.entries(unread).map(([field, text]): Unread => ({ of: 'field', field: field as TypedField, text })),
  ...lines.flatMap((line, place) =>
    FIGURE_CELLS.flatMap((cell): Unread[] => {
      const text = line.unread?.[cell];
      return text === undefined ? [] : [{ of: 'cell', cell, line, place, text }];
    }),
  ),
];

export const hasUnreadable = ({ unread, lines }: Draft): boolean =>
  Object.keys(unread).length > 0 || lines.some((line) => line.unread !== undefined);

/** The unreadable texts after typing in a field: with its text, or without any. */
export function updateUnreadable(
  unread: UnreadableFields,
  field: TypedField,
  text: string | undefined,
): UnreadableFields {
  const { [field]: _, ...others } = unread;
  return text === undefined ? others : { ...others, [field]: text };
}

/** The unreadable texts after an item of a list was removed: later indexes move up by one. */
export function withoutUnreadable(
  unread: UnreadableFields,
  list: 'planned' | 'reference',
  removed: number,
): UnreadableFields {
  const after = Object.entries(unread).flatMap(([field, text]): [string, string][] => {
    const [name, place] = [field.split(' ')[0], Number(field.split(' ')[1])];
    if (name !== list || place < removed) return [[field, text]];
    return place === removed ? [] : [[`${list} ${place - 1}`, text]];
  });
  return Object.fromEntries(after);
}
