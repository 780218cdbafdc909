import type { CivilDay } from '../../time/civil-day.ts';
import { type Entry, type Journal, journalNames } from './entry.ts';

/** An entry with its number in its journal: from 1, without gaps, in the order of the file. */
export type NumberedEntry = Entry & { readonly n: number };

export const entryNumber = ({ journal, n }: { readonly journal: Journal; readonly n: number }): string =>
  `${journal}-${n}`;

/** The fields of the file, in the order of the law (LPF art. A47 A-1, VII, 3°). */
const fields = [
  ...['JournalCode', 'JournalLib', 'EcritureNum', 'EcritureDate', 'CompteNum', 'CompteLib', 'CompAuxNum'],
  ...['CompAuxLib', 'PieceRef', 'PieceDate', 'EcritureLib', 'Debit', 'Credit', 'EcritureLet', 'DateLet'],
  ...['ValidDate', 'Montantdevise', 'Idevise'],
] as const;

/** What professionals who book payments add (LPF art. A47 A-1, VIII, 3°). */
const fieldsOfPayments = ['DateRglt', 'ModeRglt', 'NatOp', 'IdClient'] as const;

type Form = {
  /** A business that books payments has four more fields. */
  readonly basis: 'invoices' | 'payments';
  /** The name of a means of payment. */
  readonly methodName: (method: string) => string;
};

/** The first line of the file. */
export const fileHeader = ({ basis }: Pick<Form, 'basis'>): string =>
  lineOf(basis === 'payments' ? [...fields, ...fieldsOfPayments] : fields);

/** The lines of an entry in the file: separated by tabs, ended by CR LF. */
export function fileLines(entry: NumberedEntry, { basis, methodName }: Form): string {
  const { journal, on, currency, method } = entry;
  const begin = `${journal}\t${journalNames[journal]}\t${entryNumber(entry)}\t${dayField(on)}\t`;
  const piece = `${fileText(entry.piece)}\t${dayField(entry.pieceOn)}\t${fileText(entry.label)}\t`;
  const valid = `\t${dayField(entry.validOn)}\t`;
  const paid = method === undefined ? '\t\t' : `\t${dayField(on)}\t${methodName(method)}`;
  const end = basis === 'payments' ? `${paid}\t\t\r\n` : '\r\n';
  let text = '';
  for (const { account, auxiliary, amount, foreign, letter } of entry.lines) {
    const third = auxiliary ? `${auxiliary.number}\t${fileText(auxiliary.name)}` : '\t';
    const amounts = amount > 0 ? `${amountField(amount)}\t0,00` : `0,00\t${amountField(-amount)}`;
    const lettering = letter ? `${fileText(letter.code)}\t${dayField(letter.on)}` : '\t';
    const isForeign = currency !== undefined && foreign !== undefined;
    const money = isForeign ? `${amountField(Math.abs(foreign))}\t${currency}` : '\t';
    text += `${begin}${account.number}\t${fileText(account.label)}\t${third}\t${piece}${amounts}\t${lettering}${valid}${money}${end}`;
  }
  return text;
}

const lineOf = (row: readonly string[]): string => `${row.join('\t')}\r\n`;

const dayField = (day: CivilDay): string => day.replaceAll('-', '');

/** Euros with a decimal comma, without separators of thousands. */
function amountField(amount: number): string {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** Characters of a text of the file. */
const FILE_TEXT_MAX = 200;

/** Signs of typesetting that older programs do not read, and their plain form. */
const plainSigns: Readonly<Record<string, string>> = {
  ...{ '’': "'", '‘': "'", '“': "'", '”': "'", '«': "'", '»': "'", '"': "'" },
  ...{ '–': '-', '—': '-', '…': '...' },
};

/** A text that needs no change: most of a long file, so it is recognized at once. */
const PLAIN = /^[0-9A-Za-zÀ-ÿ(][0-9A-Za-zÀ-ÿ.,;:()/%&_'-]*(?: [0-9A-Za-zÀ-ÿ.,;:()/%&_'-]+)*$/;

/**
 * A text without what would break the file: no tabs, line breaks, other invisible signs or `|`. A
 * first sign that a spreadsheet takes for a formula gets an apostrophe before it.
 */
function fileText(text: string): string {
  if (text.length <= FILE_TEXT_MAX && PLAIN.test(text)) return text;
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[’‘“”«»"–—…]/g, (sign) => plainSigns[sign] ?? sign)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Z}|]+/gu, ' ')
    .trim();
  const said = /^[=+@-]/.test(plain) ? `'${plain}` : plain;
  return [...said].slice(0, FILE_TEXT_MAX).join('').trimEnd();
}

type FileFacts = {
  readonly siren: string | undefined;
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly test: boolean;
  /** The business keeps its purchases here too. */
  readonly hasPurchases: boolean;
};

/**
 * The name of the file. The name of the law (LPF art. A47 A-1, XI) is for the entries of the whole
 * business, so a business that does not keep its purchases here gets another.
 */
export function entryFileName({ siren, from, to, test, hasPurchases }: FileFacts): string {
  const before = test ? 'TEST-' : '';
  const isWhole = hasPurchases && siren !== undefined && !test;
  if (isWhole) return `${siren}FEC${dayField(to)}.txt`;
  const owner = siren === undefined ? '' : `${siren}-`;
  return `${before}${owner}journaux-${hasPurchases ? 'ventes-achats' : 'ventes-encaissements'}-${from}-${to}.txt`;
}
