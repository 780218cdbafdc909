import type { CivilDay } from '../../time/civil-day.ts';
import { amountsOf } from './amounts-of-line.ts';
import { dayOf } from './day-of-line.ts';

// What the text of a receipt or paper invoice seems to state. Nothing here is certain: a person
// confirms each value, so each has the line it was read from.

/** A line of text, and its place on the page in points from the lower left corner. */
export type TextLine = {
  /** From 1. */
  readonly page: number;
  readonly text: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
};

/** A value, and the line that states it. */
type Found<Value> = { readonly value: Value; readonly line: TextLine };

/** What was found; amounts in cents of euros. A member is absent if no line states it. */
export type ReceiptReading = {
  readonly paidOn?: Found<CivilDay>;
  readonly supplierName?: Found<string>;
  /** Tax included. */
  readonly amount?: Found<number>;
  readonly vat?: Found<number>;
  readonly reference?: Found<string>;
};

/** Who reads: days after today are no days of payment, and the business is not its own supplier. */
type Reader = { readonly today: CivilDay; readonly ownNames: readonly string[] };

/** Characters of a line that are read: longer lines are paragraphs. */
const LINE_MAX = 300;

/** Reads the day, supplier, total, VAT and number of a receipt from its lines, in their order. */
export function readReceipt(given: readonly TextLine[], reader: Reader): ReceiptReading {
  const lines = given.map(tidied).filter(({ text }) => text !== '');
  const amount = totalOf(lines);
  const vat = amount && vatOf(lines, amount.value);
  const paidOn = dayIn(lines, reader.today);
  const supplierName = supplierOf(lines, reader.ownNames);
  const reference = referenceOf(lines);
  return {
    ...(paidOn && { paidOn }),
    ...(supplierName && { supplierName }),
    ...(amount && { amount }),
    ...(vat && { vat }),
    ...(reference && { reference }),
  };
}

const tidied = (line: TextLine): ReadLine => {
  const text = line.text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().slice(0, LINE_MAX).toWellFormed();
  return { ...line, text, plain: withoutAccents(text) };
};

/** A line, and its text without accents, in which words are looked for. */
type ReadLine = TextLine & { readonly plain: string };

const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Words before the total, the surest first. Subtotals and totals without tax are others. */
const TOTALS = [
  /\b(?:net a payer|total a payer|montant a payer|amount due|balance due)\b/i,
  /\b(?:total|montant|net)\b.*\bttc\b|\bttc\b.*\btotal\b/i,
  /\b(?:total (?:paye|regle|general|amount)|grand total|total incl)/i,
  /^(?:total|ttc)\b/i,
];
const NOT_TOTAL =
  /\b(?:sous[- ]total|subtotal|total (?:ht|tva|hors|vat|tax|net)|hors taxes?|montant ht|remise|acompte)\b/i;

function totalOf(lines: readonly ReadLine[]): Found<number> | undefined {
  for (const words of TOTALS) {
    // The total that is repeated at the end is the one that was paid.
    const found = lines.findLast(({ plain }) => words.test(plain) && !NOT_TOTAL.test(plain) && lastAmount(plain) > 0);
    if (found) return { value: lastAmount(found.plain), line: quoted(found) };
  }
  return undefined;
}

/** The last amount of a line in cents; 0 without one. */
const lastAmount = (text: string): number => amountsOf(text).at(-1) ?? 0;

const VAT = /\b(?:tva|t\.v\.a\.?|vat)(?![\w'’])/i;
/** The number of a taxable person, and mentions without an amount of VAT. */
const NOT_VAT = /\b(?:intracom|n° ?(?:de )?tva|numero|id(?:entifiant)?|franchise|non applicable)\b/i;
const VAT_TOTAL = /\b(?:total|montant|dont)\b/i;
/** The highest rate of France is 20 %: VAT is at most a sixth of a total that includes it. */
const VAT_OF_TOTAL_MAX = 1 / 6;

/** The VAT that a line sums up, or the sum of a line for each rate. */
function vatOf(lines: readonly ReadLine[], total: number): Found<number> | undefined {
  const stated = lines.filter(({ plain }) => VAT.test(plain) && !NOT_VAT.test(plain) && lastAmount(plain) > 0);
  // A line with both, such as “Total TTC 60,00 dont TVA 10,00”, states the VAT last.
  const summed = stated.find(({ plain }) => VAT_TOTAL.test(plain));
  const [line] = summed ? [summed] : stated;
  if (!line) return undefined;
  const value = summed ? lastAmount(summed.text) : stated.reduce((all, { text }) => all + lastAmount(text), 0);
  return value <= Math.ceil(total * VAT_OF_TOTAL_MAX) + 1 ? { value, line: quoted(line) } : undefined;
}

const PAID_DAY = /\b(?:payee?|reglee?|paid|le)\b/i;
const ISSUE_DAY = /\b(?:date|emise?|facture|issued|du)\b/i;
const OTHER_DAY = /\b(?:echeance|due|livraison|delivery|naissance|valable|commande|periode|expire)/i;

/** The day of payment if a line states it, else the day of issue, else the first day. */
function dayIn(lines: readonly ReadLine[], today: CivilDay): Found<CivilDay> | undefined {
  const dated = lines.flatMap((line) => {
    const value = OTHER_DAY.test(line.plain) ? undefined : dayOf(line.plain);
    return value !== undefined && value <= today && value >= earliest(today) ? [{ value, line }] : [];
  });
  const states = (words: RegExp) => dated.find(({ line }) => words.test(line.plain));
  const found = states(PAID_DAY) ?? states(ISSUE_DAY) ?? dated[0];
  return found && { value: found.value, line: quoted(found.line) };
}

/** Years back in which a receipt that is entered today was paid. */
const YEARS_BACK = 10;
const earliest = (today: CivilDay): CivilDay => `${Number(today.slice(0, 4)) - YEARS_BACK}${today.slice(4)}`;

const REFERENCE =
  /\b(?:facture|invoice|ticket|recu|receipt|note|avoir)\b\s*(?:n[°o.]|numero|number|no\.?|#|:)+\s*:?\s*([a-z0-9][\w/.-]*)/i;

function referenceOf(lines: readonly ReadLine[]): Found<string> | undefined {
  for (const line of lines) {
    const [, value] = REFERENCE.exec(line.plain) ?? [];
    if (value !== undefined && /\d/.test(value)) return { value: value.replace(/[.-]+$/, ''), line: quoted(line) };
  }
  return undefined;
}

/** What stands above or instead of the name of a supplier. */
const NOT_NAME =
  /\b(?:facture|invoice|ticket|recu|receipt|date|page|siret|siren|tva|tel|duplicata|client|bienvenue|www|http|merci|total)\b|@/i;
const NAME_LINES = 8;
const LETTERS_MIN = 3;

/** The first line at the top that can be a name: letters, few digits, no word of a title. */
function supplierOf(lines: readonly ReadLine[], ownNames: readonly string[]): Found<string> | undefined {
  const own = new Set(ownNames.map((name) => withoutAccents(name).toLowerCase().trim()));
  const line = lines.slice(0, NAME_LINES).find(({ page, text, plain }) => {
    const [letters, digits] = [text.match(/\p{L}/gu)?.length ?? 0, text.match(/\d/g)?.length ?? 0];
    return (
      page === 1 &&
      letters >= LETTERS_MIN &&
      digits < letters / 2 &&
      !NOT_NAME.test(plain) &&
      !own.has(plain.toLowerCase())
    );
  });
  return line && { value: line.text, line: quoted(line) };
}

const quoted = ({ plain: _, ...line }: ReadLine): TextLine => line;
