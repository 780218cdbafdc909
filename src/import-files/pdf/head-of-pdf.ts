import type { ForeignKind } from '../../domain/billing/past/foreign-document.ts';
import { dayOf } from '../../domain/books/receipt-reading/day-of-line.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import { NUMBER_CHARACTERS_MAX } from '../tidy-text.ts';
import { type PagesText, type PlainPiece, rightOf, under } from './text-of-pages.ts';

// What stands above the lines of an invoice, in French, English, German, Spanish, Italian, Dutch
// and Portuguese. Words are without accents.

/** Words of titles; the first that fits counts. */
const KINDS: readonly (readonly [RegExp, ForeignKind | 'unknown'])[] = [
  [
    /pro ?-?forma|bon de (?:commande|livraison)|purchase order|bestellung|\bpedido|ordine d'acquisto|bestelbon|nota de encomenda|relance|mise en demeure|releve|statement|recu de paiement|\breceipt\b/i,
    'unknown',
  ],
  [
    /facture d'? ?acompte|\bacompte\b|(?:advance|deposit|down ?payment|prepayment) invoice|anzahlungsrechnung|abschlagsrechnung|factura de anticipo|fattura d'acconto|fattura di acconto|voorschotfactuur|fatura de adiantamento|fatura de antecip/i,
    'advance',
  ],
  [
    /\bavoir\b|credit ?note|credit memo|note de credit|rechnungskorrektur|gutschrift|factura rectificativa|nota di credito|creditnota|nota de credito|\brefund\b/i,
    'credit_note',
  ],
  [
    /\bdevis\b|\bestimate\b|\bquot(?:e|ation)\b|proposition commerciale|\bangebot|presupuesto|preventivo|\bofferte\b|orcamento/i,
    'estimate',
  ],
  [/facture|invoice|rechnung|factura|fattura|factuur|fatura|note d'honoraires/i, 'invoice'],
];

/** The kind that a title names. */
const kindOf = (plain: string): ForeignKind | 'unknown' | undefined => KINDS.find(([words]) => words.test(plain))?.[1];

// Each part can be read in one way only: otherwise a long title would take forever.
const SIGN = String.raw`(?:[\s:#.-]|n\.?[°ºo]|nr|num(?:ero|ber)?|ref){0,20}`;
const NUMBER = String.raw`((?=\S*\d)[A-Za-z0-9][A-Za-z0-9._/#-]*)`;
const WORDS =
  'facture|avoir|devis|invoice|credit note|estimate|quote|rechnung|gutschrift|angebot|factura|presupuesto|fattura|preventivo|nota|factuur|creditnota|offerte|fatura|orcamento|rechnungskorrektur|korrektur|honoraires|acompte|proposition commerciale';
const TITLE = new RegExp(
  String.raw`(?:${WORDS})(?: [a-z'-]+){0,3}?${SIGN}${NUMBER}\s*(?:du |of |le |vom |,|$|-|\()`,
  'i',
);
const NUMBER_LABEL = new RegExp(
  String.raw`^(?:n[°ºo]\.?|num(?:ero|ber)|ref(?:erence|\.)?|(?:n[°ºo]\.? (?:de )?(?:la |l')?|num(?:ero|ber) (?:de |of )?(?:la |l')?)?(?:${WORDS}|document|piece)(?: (?:n[°ºo]\.?|num(?:ero|ber)|no\.?|nr\.?|#|ref\.?|reference))?|rechnungsnummer|factuurnummer|document number|ref\. facture)\s*[:.#]?\s*(.*)$`,
  'i',
);

/** A line about another document. */
const CORRECTION = /^(?:correction|annule|corrige|rectifie|concerne|relatif|corrects|applied to|original|avoir sur)/i;

/** Title, number and kind of the document. */
export type TitleOfPdf = { readonly number?: string; readonly kind?: ForeignKind | 'unknown'; readonly text?: string };

/** Characters of a title: longer pieces are sentences. */
const TITLE_MAX = 90;
/** Pieces of the first page in which the title is looked for. */
const HEAD_PIECES_MAX = 80;

/** The title with a number, else a label of a number with its value. */
export function titleOfPdf(text: PagesText): TitleOfPdf {
  const head = text.pieces
    .filter(({ page, text: each }) => page === 1 && each.length <= TITLE_MAX)
    .slice(0, HEAD_PIECES_MAX);
  const titled = head.flatMap((piece) => {
    const [, written] = TITLE.exec(piece.plain) ?? [];
    const number = CORRECTION.test(piece.plain) ? undefined : numberIn(written);
    return number === undefined ? [] : [{ piece, number }];
  });
  const largest = titled.toSorted((a, b) => b.piece.height - a.piece.height)[0];
  const labelled = largest ? undefined : head.flatMap((piece) => labelledNumber(piece, text) ?? [])[0];
  const named = head.filter(({ plain }) => kindOf(plain) !== undefined).toSorted((a, b) => b.height - a.height);
  const title = largest?.piece ?? named[0];
  const number = largest?.number ?? labelled;
  const kind = title && kindOf(title.plain);
  return {
    ...(number !== undefined && { number }),
    ...(kind !== undefined && { kind }),
    ...(title && { text: title.text }),
  };
}

function labelledNumber(piece: PlainPiece, text: PagesText): string | undefined {
  const [, rest = ''] = NUMBER_LABEL.exec(piece.plain) ?? [undefined, undefined];
  if (!NUMBER_LABEL.test(piece.plain)) return undefined;
  if (rest.trim() !== '') return numberIn(rest);
  return numberIn(rightOf(piece, text)?.plain) ?? numberIn(under(piece, text)?.plain);
}

/** A number of a document: one word with a digit, no day, amount, SIREN or telephone number. */
function numberIn(written: string | undefined): string | undefined {
  const word = written?.trim().replace(/^#|[.,:;]+$/g, '') ?? '';
  if (!/^[A-Za-z0-9][A-Za-z0-9._/#-]*$/.test(word) || !/\d/.test(word) || word.length > NUMBER_CHARACTERS_MAX)
    return undefined;
  if (dayOf(word) !== undefined || /^\d+[.,]\d{2}$/.test(word) || /^\d{9}(?:\d{5})?$/.test(word)) return undefined;
  return word;
}

const ISSUED =
  /^(?:date(?: d'emission| d'edition| d'etablissement| de (?:la |l')?(?:facture|avoir|devis)| de facturation| facturation| facture| emission| of issue| issued| du document| de creation| de)?|emise? le|etablie? le|facture (?:du|emise le)|(?:invoice|issue|bill) date|issued(?: on)?|datum|rechnungsdatum|fecha(?: de emision| de factura)?|data(?: di emissione| de emissao| fattura)?|factuurdatum)(?![a-z])\s*[:.]?/i;
const DUE =
  /^(?:(?:date )?d?'?echeance|date limite(?: de (?:paiement|reglement))?|a (?:payer|regler) (?:avant|le|pour)|(?:payment )?due(?: date| on| by)?|date due|payable (?:avant|le|before)|fallig(?: am)?|faellig|zahlbar bis|vencimiento|scadenza|vervaldatum|vencimento|valable jusqu'?au?|valid until|gultig bis|valido (?:hasta|fino al|ate)|geldig tot|reglement (?:avant|au) le|date de reglement|pay by)(?![a-z])\s*[:.]?/i;
const DATED_TITLE = /(?:\bdu|\ble|\bof|\bvom|\bdel|\bvan|\bde|\bdated)\s+(?=\d)/i;
const PAID = /\b(?:payee?|reglee?|acquittee?|encaissee?|paid)(?:\s+(?:le|on|par|by))?\b/i;
const PAID_IN_FULL =
  /\bfacture (?:deja )?(?:acquittee|payee|reglee)\b|\bpaid in full\b|rechnung bereits beglichen|factura pagada|fattura quietanzata|factuur voldaan|fatura liquidada|^(?:payee?|acquittee?|reglee?|paid)[.!]?$/i;

export type DaysOfPdf = {
  readonly issuedOn?: CivilDay;
  readonly dueOn?: CivilDay;
  readonly paidOn?: CivilDay;
  readonly isPaid: boolean;
};

/** The day of issue, the due day, and whether the document says that it is paid. */
export function daysOfPdf(text: PagesText): DaysOfPdf {
  const issuedOn = labelledDay(text, ISSUED) ?? datedTitle(text) ?? firstDay(text);
  const dueOn = labelledDay(text, DUE);
  const paid = text.pieces.filter(({ plain, text: each }) => each.length <= TITLE_MAX && PAID.test(plain));
  const paidOn = paid.map(({ plain }) => dayOf(plain)).find((day) => day !== undefined);
  const isPaid = paidOn !== undefined || text.pieces.some(({ plain }) => PAID_IN_FULL.test(plain.trim()));
  return {
    ...(issuedOn !== undefined && { issuedOn }),
    ...(dueOn !== undefined && { dueOn }),
    ...(paidOn !== undefined && { paidOn }),
    isPaid,
  };
}

/** A day in the piece of a label, to its right or under it. */
function labelledDay(text: PagesText, label: RegExp): CivilDay | undefined {
  for (const piece of text.pieces) {
    const [written] = label.exec(piece.plain) ?? [];
    if (written === undefined || piece.text.length > TITLE_MAX) continue;
    const rest = piece.plain.slice(written.length);
    const day =
      dayOf(rest) ?? (rest.trim() === '' ? (dayIn(under(piece, text)) ?? dayIn(rightOf(piece, text))) : undefined);
    const beside = rest.trim() === '' ? dayIn(rightOf(piece, text)) : undefined;
    // A label with its value beside it is on one row; a table has the values under its labels.
    if ((beside ?? day) !== undefined) return nearest(piece, text) ?? beside ?? day;
  }
  return undefined;
}

/** The value that is nearer: to the right, or under the label. */
function nearest(piece: PlainPiece, text: PagesText): CivilDay | undefined {
  const [right, below] = [rightOf(piece, text), under(piece, text)];
  const [beside, under_] = [dayIn(right), dayIn(below)];
  if (beside === undefined || under_ === undefined) return undefined;
  return Math.abs((below?.left ?? 0) - piece.left) < piece.height ? under_ : beside;
}

const dayIn = (piece: PlainPiece | undefined): CivilDay | undefined =>
  piece && piece.text.length <= 40 ? dayOf(piece.plain) : undefined;

/** `Facture n° 12 du 3 mars 2026`, `Lyon, le 3 mars 2026`. */
const datedTitle = ({ pieces }: PagesText): CivilDay | undefined =>
  pieces
    .filter(
      ({ page, plain, text }) => page === 1 && text.length <= TITLE_MAX && DATED_TITLE.test(plain) && !DUE.test(plain),
    )
    .map(({ plain }) => dayOf(plain.slice(DATED_TITLE.exec(plain)?.index)))
    .find((day) => day !== undefined);

const firstDay = ({ pieces }: PagesText): CivilDay | undefined =>
  pieces
    .filter(({ plain, text }) => text.length <= TITLE_MAX && !DUE.test(plain))
    .map(({ plain }) => dayOf(plain))
    .find((day) => day !== undefined);

const CORRECTED = new RegExp(
  String.raw`(?:avoir|annule|corrige|rectifie|concerne|relatif|corrects?|credit note|korrektur|rectifica|rettifica|correctie|retifica|applied to|original).{0,40}?(?:facture|invoice|rechnung|factura|fattura|factuur|fatura)(?: [a-z']+){0,2}?${SIGN}${NUMBER}`,
  'i',
);
const CORRECTS_LABEL =
  /^(?:avoir sur|corrects|korrektur zu|rectifica|rettifica|correctie van|retifica|facture (?:d'origine|liee|corrigee|annulee|rectifiee)|original invoice)\s*:?\s*$/i;

/** The number of the invoice that a credit note corrects. */
export function correctedIn(text: PagesText): string | undefined {
  for (const piece of text.pieces) {
    const label = CORRECTS_LABEL.test(piece.plain) ? (under(piece, text) ?? rightOf(piece, text)) : undefined;
    const plain = label ? `${piece.plain} ${label.plain}` : piece.plain;
    const [, written] = CORRECTED.exec(plain) ?? [];
    const number = numberIn(written);
    if (number !== undefined) return number;
  }
  return undefined;
}
