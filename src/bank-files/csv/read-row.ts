import { readDay } from '../../csv/read-day.ts';
import type { SheetRow } from '../../csv/read-rows.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import type { CsvColumns } from '../../domain/payments/bank/csv-columns.ts';
import {
  directionInPhrase,
  type RowStatus,
  statusIn,
  statusInSentence,
} from '../../domain/payments/bank/row-vocabulary.ts';
import type { LeftOutReason } from '../../domain/payments/bank/skipped-rows.ts';
import type { BankLine } from '../../domain/payments/bank/transaction.ts';
import { asLabel, asWords, type BadAmount, isNothing, readCents } from '../parse-fields.ts';
import { invalidField } from '../unreadable-file.ts';
import type { CsvTable } from './open-csv.ts';
import type { FeeLine } from './signed-amounts.ts';

export type InRow = FeeLine & {
  readonly account: string;
  readonly currency: string | undefined;
  /** The amount is unsigned, there is no direction, and the text says that money left. */
  readonly saysOut: boolean;
  /** The text begins with a status: "En attente - VIR CLIENT". */
  readonly saysUnbooked: boolean;
};
type NoLine = { readonly reason: LeftOutReason | 'blank'; readonly status?: string; readonly label?: string };

/** The sums of the earlier rows of the same account. */
export type SumsOf = (account: string, currency: string) => { readonly out: number; readonly into: number };

/** One row of the file, with the columns and formats to read it by. */
type Row = {
  readonly row: number;
  readonly columns: CsvColumns;
  readonly at: (place: number | undefined) => string;
  readonly moneyAt: (place: number | undefined) => Cents | BadAmount | undefined;
  readonly isDated: boolean;
};

type RowContext = {
  readonly columns: CsvColumns;
  readonly marks: CsvTable['marks'];
  readonly flags: readonly Flag[];
  readonly sumsOf: SumsOf;
};

/** The line in a row, or why it is not a line; `blank` if the row has nothing to do with lines. */
export function lineIn({ row, cells }: SheetRow, { columns, marks, flags, sumsOf }: RowContext): InRow | NoLine {
  const at = (place: number | undefined): string => (place === undefined ? '' : (cells[place - 1] ?? '').trim());
  const counterpart = asWords(at(columns.counterpart));
  const label = asLabel(columns.label.map(at).filter(Boolean).join(' ')) || (counterpart ?? '');
  const date = at(columns.date);
  const unbooked = statusOf(at(columns.status), label) ?? flagged(cells, flags, label) ?? undated(date, columns, label);
  if (unbooked) return unbooked;
  const isDated = looksDated(date, columns);
  const moneyAt: Row['moneyAt'] = (place) =>
    at(place) === '' || isNothing(at(place)) ? undefined : readCents(at(place), marks[(place ?? 0) - 1]);
  const asked: Row = { row, columns, at, moneyAt, isDated };
  const sides = sidesIn(asked);
  if (sides) {
    const before = sumsOf(at(columns.account), at(columns.currency));
    // If there is a separate counterparty, "Solde octobre 2026" is text a customer wrote.
    const isNamed = counterpart !== undefined && counterpart !== label;
    if ((!isNamed && isTotalRow(label, sides, before)) || saysAccountAlone(cells, columns))
      return { reason: 'total', label };
    if (sides.out !== 0 && sides.into !== 0 && isDated) throw invalidField(row, 'amount', 'both_sides');
  }
  const amount = sides && amountOf(sides, asked);
  if (date === '' && amount === undefined) return { reason: 'blank' };
  if (amount === 'none') return { reason: 'no_movement', label };
  if (date === '' || amount === undefined) return { reason: 'note', ...(label !== '' && { label }) };
  const bookedOn = readDay(date, columns.dateOrder);
  if (bookedOn === undefined) {
    if (/\p{L}/u.test(date)) return { reason: 'note', ...(label !== '' && { label }) };
    throw invalidField(row, 'date', 'unreadable');
  }
  return {
    line: { ...{ bookedOn, amount, label }, ...textsOf(asked, counterpart) },
    ...feesIn(asked),
    ...{ account: at(columns.account), currency: currencyIn(at(columns.currency), row) },
    saysUnbooked: ![undefined, 'booked'].includes(statusIn(label)),
    saysOut: columns.direction === undefined && columns.amount !== undefined && cells.some(saysOut),
  };
}

/**
 * Whether a cell is or resembles a date: headings and notes between rows contain letters that no
 * date has.
 */
export const looksDated = (cell: string, { dateOrder }: CsvColumns): boolean =>
  cell !== '' && (!/\p{L}/u.test(cell) || readDay(cell, dateOrder) !== undefined);

function statusOf(cell: string, label: string): NoLine | undefined {
  if (cell === '') return undefined;
  const reason = statusInSentence(cell) ?? 'unknown_status';
  if (reason === 'booked') return undefined;
  return { reason, status: cell.slice(0, STATUS_SHOWN).toWellFormed(), ...(label !== '' && { label }) };
}
/** Characters of a status that are shown. */
const STATUS_SHOWN = 60;

/** A status column ("Booked", "Cancelled"); `place` is 0-based. */
type Flag = { readonly place: number; readonly header: string; readonly status: RowStatus };

export const flagsIn = (headers: readonly string[]): readonly Flag[] =>
  headers.flatMap((header, place) => {
    const status = statusIn(header.replace(/^(?:is|est)[\s_]+/i, ''));
    return status ? [{ place, header, status }] : [];
  });

function flagged(cells: readonly string[], flags: readonly Flag[], label: string): NoLine | undefined {
  for (const { place, header, status } of flags) {
    const cell = (cells[place] ?? '').trim();
    const isNo = /^(?:no|false|non|faux|nein|nee)$/i.test(cell);
    if (!isNo && !/^(?:yes|true|oui|vrai|ja|s[ií]|x)$/i.test(cell)) continue;
    const unbooked = status === 'booked' ? 'pending' : status;
    if (isNo === (status === 'booked'))
      return { reason: unbooked, status: `${header}: ${cell}`.slice(0, STATUS_SHOWN), ...(label !== '' && { label }) };
  }
  return undefined;
}

/** Some banks write "pending" in place of the date. */
function undated(date: string, columns: CsvColumns, label: string): NoLine | undefined {
  if (date === '' || looksDated(date, columns)) return undefined;
  const reason = statusIn(date);
  if (reason === undefined || reason === 'booked') return undefined;
  return { reason, status: date.slice(0, STATUS_SHOWN).toWellFormed(), ...(label !== '' && { label }) };
}

/**
 * A row with only a date, an amount and the account number is a balance: LCL ends its files this
 * way.
 */
function saysAccountAlone(cells: readonly string[], columns: CsvColumns): boolean {
  const { date, valueDate, amount, debit, credit, currency, balance, account } = columns;
  const others = new Set([date, valueDate, amount, debit, credit, currency, balance, account]);
  const filled = cells.filter((cell, place) => cell.trim() !== '' && !others.has(place + 1));
  return filled.length === 1 && filled.every((cell) => ACCOUNT_NUMBER.test(cell.trim()));
}
/** Branch, number and key, as LCL writes them. */
const ACCOUNT_NUMBER = /^\d{5} \d{6}[A-Z\d]$/;

/** Debit and credit of a row, from one column or two; undefined if it has no amount. */
function sidesIn({ row, columns, moneyAt, isDated }: Row): Sides | undefined {
  const read = (place: number | undefined): Cents | undefined => {
    const amount = moneyAt(place);
    if (typeof amount !== 'string') return amount;
    if (isDated) throw invalidField(row, 'amount', amount);
    return undefined;
  };
  const none = cents(0);
  if (columns.amount !== undefined) {
    const signed = read(columns.amount);
    if (signed === undefined) return undefined;
    return signed < 0 ? { out: cents(-signed), into: none, signed } : { out: none, into: signed, signed };
  }
  const [out, into] = [read(columns.debit), read(columns.credit)];
  return out || into ? { out: cents(Math.abs(out ?? 0)), into: into ?? none } : undefined;
}
type Sides = { readonly out: Cents; readonly into: Cents; readonly signed?: Cents };

/** The amount, signed by its column, by itself or by the direction column. */
function amountOf({ out, into, signed }: Sides, { at, row, columns, isDated }: Row): Cents | 'none' | undefined {
  if (out !== 0 && into !== 0) return undefined;
  if (signed === undefined) return out === 0 ? into : cents(-out);
  const cell = at(columns.direction);
  if (columns.direction === undefined || !isDated) return signed;
  const direction = directionInPhrase(cell);
  if (cell === '' && signed < 0) return signed;
  if (direction === undefined) throw invalidField(row, 'direction', cell === '' ? 'missing' : 'unreadable');
  if (direction === 'none') return 'none';
  if (direction === 'in' && signed < 0) throw invalidField(row, 'direction', 'contradicts');
  return direction === 'in' ? signed : cents(-Math.abs(signed));
}

function textsOf({ at, columns }: Row, counterpart: string | undefined): Partial<BankLine> {
  const valueOn = readDay(at(columns.valueDate), columns.dateOrder);
  const reference = asWords(at(columns.reference));
  return {
    ...(valueOn !== undefined && { valueOn }),
    ...(counterpart !== undefined && { counterpart }),
    ...(reference !== undefined && { reference }),
  };
}

function feesIn({ row, columns, moneyAt }: Row): Pick<FeeLine, 'balance' | 'fee' | 'net'> {
  const centsAt = (place: number | undefined): Cents | undefined => {
    const read = moneyAt(place);
    if (typeof read === 'string') throw invalidField(row, 'amount', read);
    return read;
  };
  const balance = moneyAt(columns.balance);
  return {
    balance: typeof balance === 'number' ? balance : undefined,
    fee: centsAt(columns.fee),
    net: centsAt(columns.net),
  };
}

function currencyIn(text: string, row: number): string | undefined {
  if (text === '') return undefined;
  const code = CURRENCIES[text.toLowerCase()] ?? text.toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw invalidField(row, 'currency', 'unreadable');
  return code;
}

const CURRENCIES: Readonly<Record<string, string>> = { '€': 'EUR', euro: 'EUR', euros: 'EUR', $: 'USD', '£': 'GBP' };

/** Words that mark outgoing payments. */
const saysOut = (cell: string): boolean =>
  cell.length <= OUT_MAX &&
  /(?:^|[^\p{L}])(?:prlv|prélèvements?|prelevements?|carte|cb|card|retrait|withdrawal|achat|purchase|émis|emis|sortant|outgoing|lastschrift|paid to|sent to|payment to|virement à|facture carte|frais|cotisation)(?:[^\p{L}]|$)/iu.test(
    cell,
  );
/** Characters of a cell that are examined. */
const OUT_MAX = 200;

/** Words that occur next to "Total" in a summary row and next to "Solde" in a balance row. */
const TOTAL_BESIDE =
  /^(des|du|de|la|le|les|d|l|mouvements?|operations?|debits?|credits?|debiteurs?|crediteurs?|general|generale|generaux|periode|mois|annee|releve|compte|page|transactions?|movements?|of|the|all|grand|report|in|out|period|month|statement|account|entrees?|sorties?|recettes?|depenses?|en|eur|euros?|au|a|cumule|cumules|nombre|money|paid|amount|received|sent|montant|montants|sous|journee|jour|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|january|february|march|april|may|june|july|august|september|october|november|december|1er|premier|\d[\d.,/ -]*)$/;
const BALANCE_BESIDE =
  /^(initial|initiale|final|finale|precedent|precedente|ancien|nouveau|reporte|report|a|au|le|du|de|la|en|d|l|debut|fin|ouverture|cloture|periode|compte|compta|comptable|crediteur|debiteur|crediteurs|debiteurs|disponible|opening|closing|previous|brought|carried|forward|balance|start|end|starting|ending|of|the|on|as|at|eur|euros?|mois|jour|releve|compte|courant|votre|your|account|actuel|current|available|anterieur|theorique|reel|vom|am|per|zum|alter|neuer|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|january|february|march|april|may|june|july|august|september|october|november|december|1er|premier|\d[\d.,/-]*)$/;
const BALANCE =
  /^(?:solde|soldes|saldo|balance|kontostand|anfangssaldo|endsaldo|saldovortrag|anfangsbestand|endbestand)$/;
/** A balance brought forward, without the word. */
const CARRIED = /^(?:report a nouveau|report|a reporter|(?:balance )?(?:brought|carried) forward)$/;
const TOTAL = /^(?:total|totaux|sous-total|sous-totaux|subtotal|totals|summe|suma|totale|gesamtsumme|zwischensumme)$/;
const HAS_ONE = /tota|summe|suma|sold|saldo|balance|report|forward|kontostand|bestand/i;
/** Words of a label that are examined. */
const WORDS_MAX = 12;

type Sums = { readonly out: Cents | number; readonly into: Cents | number };

/**
 * Whether a row is a total or a balance: it has a date and an amount, but no money moved. A
 * purchase at TOTAL ENERGIES is a line. "Total" alone counts only if the amount equals the sum of
 * the rows before.
 */
function isTotalRow(label: string, amounts: Sums, before: Sums): boolean {
  if (!HAS_ONE.test(label)) return false;
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s:;,'’()€]+/)
    .filter(Boolean)
    .slice(0, WORDS_MAX);
  const isTotal =
    words.some((word) => TOTAL.test(word)) && words.every((word) => TOTAL.test(word) || TOTAL_BESIDE.test(word));
  const isBalance =
    words.some((word) => BALANCE.test(word)) && words.every((word) => BALANCE.test(word) || BALANCE_BESIDE.test(word));
  if (CARRIED.test(words.join(' '))) return true;
  if (!isTotal && !isBalance) return false;
  if (words.length > 1) return true;
  const net = before.into - before.out;
  const { out, into } = amounts;
  if (out !== 0 && into !== 0) return true;
  const said = into - out;
  return before.into + before.out > 0 && [net, before.into, before.out, -before.out].includes(said);
}
