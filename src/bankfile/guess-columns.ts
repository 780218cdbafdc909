import type { CsvColumns, DateOrder } from '../domain/payments/bank/csv-columns.ts';
import { letters } from '../spreadsheet/headers.ts';
import { readCents, readDay } from './fields.ts';

type Meaning = Exclude<keyof CsvColumns, 'dateOrder'>;

/** What French banks and those who bank online call their columns, most telling first. */
const NAMES: Readonly<Record<Meaning, readonly string[]>> = {
  date: [
    ...[
      "Date d'opération",
      'Date opération',
      "Date de l'opération",
      'dateOp',
      'Date de comptabilisation',
      'Date comptable',
    ],
    ...[
      'Date comptabilisation',
      'Date',
      'Booking date',
      'Transaction date',
      'Operation date',
      'Completed date',
      'Buchungstag',
    ],
    ...['Settlement date (UTC)', 'Date de l’écriture', 'Date (UTC)', 'Started date'],
  ],
  valueDate: ['Date de valeur', 'Date valeur', 'dateVal', 'Value date', 'Valeur'],
  label: [
    ...[
      'Libellé complet opération',
      "Libellé complet de l'opération",
      'Libellé',
      'Libellé opération',
      "Libellé de l'opération",
    ],
    ...[
      'Libellé simplifié',
      'label',
      'Description',
      'Intitulé',
      'Nature',
      "Nature de l'opération",
      'Opération',
      'Détail',
    ],
    ...['Informations complémentaires', 'Communication', 'Mémo', 'Motif', 'Détail de l’écriture', 'Payment reference'],
  ],
  amount: [
    ...[
      'Montant',
      'Montant opération',
      "Montant de l'opération",
      'Montant en euros',
      'Montant EUR',
      'Amount',
      'Betrag',
    ],
    ...['Total amount (incl. VAT)', 'Montant total (TTC)', 'Valeur de la transaction'],
  ],
  debit: [
    'Débit',
    'Débit euros',
    'Débit EUR',
    'Débits',
    'Montant débit',
    'Dépenses',
    'Sorties',
    'Paid out',
    'Money out',
  ],
  credit: [
    'Crédit',
    'Crédit euros',
    'Crédit EUR',
    'Crédits',
    'Montant crédit',
    'Recettes',
    'Entrées',
    'Paid in',
    'Money in',
  ],
  counterpart: [
    ...[
      'Contrepartie',
      'Nom de la contrepartie',
      'Counterparty name',
      'Tiers',
      'Nom du tiers',
      'Bénéficiaire',
      'Payer name',
    ],
    ...['Nom du donneur d’ordre', 'Émetteur', 'Payee'],
  ],
  reference: [
    'Référence',
    'Référence client',
    'Référence opération',
    'Reference',
    'Numéro de chèque',
    "Référence de l'opération",
  ],
  balance: ['Solde', 'Balance', 'accountbalance', 'Solde après opération', 'Solde (EUR)', 'Running balance'],
  currency: ['Devise', 'Currency', 'Monnaie', 'Devise du compte'],
};
const meanings: ReadonlyMap<string, { meaning: Meaning; rank: number }> = new Map(
  (Object.entries(NAMES) as [Meaning, readonly string[]][]).flatMap(([meaning, names]) =>
    names.map((name, rank) => [letters(name), { meaning, rank }] as const),
  ),
);

/** Whether a row names a day and an amount as banks do: it is the one of the headers. */
export function areHeaders(cells: readonly string[]): boolean {
  const found = new Set(cells.map((cell) => meanings.get(letters(cell))?.meaning));
  return found.has('date') && (found.has('amount') || (found.has('debit') && found.has('credit')));
}

/** Whether a row tells a day and an amount. */
export const isDataRow = (cells: readonly string[]): boolean =>
  cells.some((cell) => dayIn(cell) !== undefined) && cells.some((cell) => dayIn(cell) === undefined && isAmount(cell));

/** Where a row tells its first day, from 0; below it where it tells none. */
export const placeOfDay = (cells: readonly string[]): number => cells.findIndex((cell) => dayIn(cell) !== undefined);

const orders = ['dmy', 'mdy', 'ymd'] as const satisfies readonly DateOrder[];
const dayIn = (cell: string): string | undefined => orders.map((order) => readDay(cell, order)).find(Boolean);
const isAmount = (cell: string): boolean => cell.trim() !== '' && typeof readCents(cell) === 'number';

/**
 * Which columns seem to mean what, by their headers, else by what stands in them. A proposal, to be confirmed by who knows the file;
 * undefined where no day, no amount or no words are found.
 */
export function guessColumns(headers: readonly string[], rows: readonly (readonly string[])[]): CsvColumns | undefined {
  const named = byName(headers);
  const width = Math.max(headers.length, ...rows.map((cells) => cells.length));
  const places = Array.from({ length: width }, (_, place) => place + 1);
  const taken = new Set<number | undefined>(Object.values(named));
  const left = places.filter((place) => !taken.has(place));
  const all = (place: number, fits: (cell: string) => boolean): boolean => {
    const cells = rows.map((row) => row[place - 1] ?? '').filter((cell) => cell.trim() !== '');
    return cells.length > 0 && cells.every(fits);
  };
  const date = named.date ?? left.find((place) => all(place, (cell) => dayIn(cell) !== undefined));
  const isMoney = (place: number): boolean =>
    place !== date && all(place, (cell) => dayIn(cell) === undefined && isAmount(cell));
  const two = named.debit !== undefined && named.credit !== undefined;
  const amount = named.amount ?? (two ? undefined : left.find(isMoney));
  const label =
    named.label ??
    named.reference ??
    wordiest(
      left.filter((place) => place !== date && place !== amount),
      rows,
    );
  if (date === undefined || label === undefined || (amount === undefined && !two)) return undefined;
  const { valueDate, counterpart, reference, balance, currency, debit, credit } = named;
  return {
    ...{ date, label: [label], dateOrder: orderOf(rows.map((row) => row[date - 1] ?? '')) },
    ...(amount === undefined ? { debit, credit } : { amount }),
    ...Object.fromEntries(
      Object.entries({ valueDate, counterpart, reference, balance, currency }).filter(
        ([, place]) => place !== undefined,
      ),
    ),
  } as CsvColumns;
}

/** For each meaning the column with the most telling name. */
function byName(headers: readonly string[]): Partial<Record<Meaning, number>> {
  const best: Partial<Record<Meaning, { place: number; rank: number }>> = {};
  for (const [index, header] of headers.entries()) {
    const found = meanings.get(letters(header));
    if (!found) continue;
    const before = best[found.meaning];
    if (!before || found.rank < before.rank) best[found.meaning] = { place: index + 1, rank: found.rank };
  }
  return Object.fromEntries(Object.entries(best).map(([meaning, { place }]) => [meaning, place]));
}

function wordiest(places: readonly number[], rows: readonly (readonly string[])[]): number | undefined {
  const lettersIn = (place: number): number =>
    rows.reduce((all, row) => all + ((row[place - 1] ?? '').match(/\p{L}/gu)?.length ?? 0), 0);
  const [first] = places.map((place) => ({ place, count: lettersIn(place) })).sort((a, b) => b.count - a.count);
  return first && first.count > 0 ? first.place : undefined;
}

/** The first order in which every day of the sample exists: a French one where all do. */
const orderOf = (cells: readonly string[]): DateOrder => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return orders.find((order) => filled.every((cell) => readDay(cell, order) !== undefined)) ?? 'dmy';
};
