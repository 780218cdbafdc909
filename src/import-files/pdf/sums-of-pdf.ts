import type { ForeignDoubt, ForeignSum } from '../../domain/billing/past/foreign-document.ts';
import { cents } from '../../domain/money/cents.ts';
import { sumsOfTotals } from '../sums-of-totals.ts';
import { rateOfText, signedAmountsOf } from './amounts-of-text.ts';
import { type PagesText, type PlainPiece, rightOf, under } from './text-of-pages.ts';

// Labels in French, English, German, Spanish, Italian, Dutch and Portuguese, without accents.

const NET =
  /^(?:(?:montant |total |sous-total |prix |net )*(?:net )?(?:h\.? ?t\.?|hors taxes?)(?![a-z])|sous[- ]total|sub ?total|total (?:excl|excluding|before|without|net|sin|sem)|net (?:total|amount)|untaxed|nettobetrag|zwischensumme|total net|totale imponibile|totaal excl|base imponible)/i;
const VAT =
  /^(?:(?:montant |total |dont )*(?:de )?(?:la )?t\.?v\.?a\.?(?![a-z'])|(?:total )?(?:sales )?(?:vat|tax)(?![a-z])|(?:total )?(?:ust\.?|mwst\.?|umsatzsteuer|iva|btw)(?![a-z-]))/i;
const NOT_VAT = /\b(?:intra|numero|n°|no\.|nr\.|id|identification|non applicable|franchise|autoliquidation|excl|incl)/i;
const TOTAL =
  /^(?:(?:montant |total |prix )*(?:net )?t\.? ?t\.? ?c\.?(?![a-z])|total(?: general| amount| incl.*| con .*| com .*| eur| \(eur\)| due)?(?![a-z ])|montant total|grand total|invoice total|bruttobetrag|gesamtbetrag|totale iva inclusa|totaal incl|totale(?![a-z ])|totaal(?![a-z ]))/i;
const NOT_TOTAL = /\b(?:avant|before|vor|antes|prima|voor|remise|discount|h\.?t\.?)\b/i;
const PAYABLE =
  /^(?:net a payer|net a regler|reste a (?:payer|regler)|solde a payer|total a payer|montant a (?:payer|regler)|a payer|montant du|amount due|balance due|total due|net a votre credit|amount credited|zahlbetrag|gutschriftsbetrag|total a pagar|netto da pagare|te betalen|total a su favor|netto a vostro credito|door ons te crediteren|total a seu credito)/i;
const ADVANCE_DEDUCTED = /^(?:acompte|advance|anzahlung|anticipo|acconto|voorschot|adiantamento)\b/i;
const WITHOUT_VAT =
  /293 ?b|tva non applicable|exonerat|exempt|autoliquid|reverse charge|vat not applicable|franchise en base|hors champ|not subject to vat|art\.? ?261|283-2|44 du|steuerfrei/i;

/** What the text of a PDF adds up to; amounts of a credit note may be negative. */
export type SumsOfPdf = {
  readonly sums: readonly ForeignSum[];
  readonly doubts: readonly ForeignDoubt[];
  readonly currencyText: string;
};

/** The sums by rate that the text states; undefined without a total. */
export function sumsOfPdf(text: PagesText): SumsOfPdf | undefined {
  const [net, vat, total, payable] = [
    amountAt(text, NET, /$^/, 'first'),
    amountAt(text, VAT, NOT_VAT, 'first'),
    amountAt(text, TOTAL, NOT_TOTAL, 'last'),
    amountAt(text, PAYABLE, /$^/, 'last'),
  ];
  const isReduced = text.rows.some(
    (row) =>
      row.some(({ plain }) => ADVANCE_DEDUCTED.test(plain)) &&
      row.some((piece) => signedAmountsOf(piece.text).some((amount) => amount < 0)),
  );
  // Advance invoices are documents of their own: only what is left belongs to this one.
  const target = isReduced ? (payable ?? total) : (total ?? payable);
  const wanted = target ?? net;
  if (!wanted) return undefined;
  const currencyText = [target, net].map((each) => each?.around ?? '').join(' ');
  const rows = rateRows(text);
  const solved = combined(rows, wanted.value, net && target === total ? net.value : undefined, text);
  if (solved) return { sums: solved, doubts: [], currencyText };
  const taxed = fromRates(text, net?.value, vat?.value, total?.value);
  if (taxed && target === total) return { sums: taxed, doubts: [], currencyText };
  return { ...withoutRates({ net, vat, target, isReduced, text }), currencyText };
}

type Found = { readonly value: number; readonly around: string };

function withoutRates({
  net,
  vat,
  target,
  isReduced,
  text,
}: {
  net: Found | undefined;
  vat: Found | undefined;
  target: Found | undefined;
  isReduced: boolean;
  text: PagesText;
}): Omit<SumsOfPdf, 'currencyText'> {
  const isExempt = text.pieces.some(({ plain }) => WITHOUT_VAT.test(plain));
  const value = target?.value ?? net?.value ?? 0;
  if (isExempt && !vat) return { sums: [{ rate: 0, net: cents(value), vat: cents(0) }], doubts: [] };
  if (isReduced) return sumsOfTotals({ total: cents(value) });
  return sumsOfTotals({
    ...(net && { net: cents(net.value) }),
    ...(vat && { vat: cents(vat.value) }),
    ...(target && { total: cents(target.value) }),
  });
}

/** Labels of one kind that are looked at, from the end. */
const LABELS_MAX = 200;

/** Which of several amounts beside a label counts: a total stands after net and VAT. */
type Which = 'first' | 'last';

/** The amount that a label states: in its own piece, to its right, or under it. */
function amountAt(text: PagesText, label: RegExp, not: RegExp, which: Which): Found | undefined {
  const labels = text.pieces.filter(({ plain }) => label.test(plain) && !not.test(plain)).slice(-LABELS_MAX);
  // The sum that is repeated at the end is that of the whole document.
  const last = labels.flatMap((piece) => besideOf(piece, text, which) ?? []).at(-1);
  if (last) return last;
  return labels
    .flatMap((piece) => {
      const below = under(piece, text);
      const value = below && signedAmountsOf(below.text).at(which === 'first' ? 0 : -1);
      return below && value !== undefined ? [{ value, around: below.text }] : [];
    })
    .at(-1);
}

function besideOf(piece: PlainPiece, text: PagesText, which: Which): Found | undefined {
  const own = signedAmountsOf(piece.text).at(-1);
  if (own !== undefined) return { value: own, around: piece.text };
  const amounts: Found[] = [];
  for (let next = rightOf(piece, text); next; next = rightOf(next, text)) {
    const here = signedAmountsOf(next.text);
    // The rate may stand between the label and the amount.
    if (here.length === 0 && !(amounts.length === 0 && BETWEEN.test(next.text))) break;
    amounts.push(...here.map((value) => ({ value, around: (next as PlainPiece).text })));
  }
  return amounts.at(which === 'first' ? 0 : -1);
}

const BETWEEN = /^[\d.,]+ ?%$|^(?:EUR|€|:|\$|£)$/;

type RateRow = { readonly rate: number; readonly net: number; readonly vat: number };

/** Cents by which VAT may differ from its rate: programs round by line. */
const TOLERANCE = 5;
/** Rows with a rate that are combined. */
const RATE_ROWS_MAX = 24;
/** Rates and amounts of a row. */
const RATES_OF_ROW_MAX = 4;
const AMOUNTS_OF_ROW_MAX = 16;

/** Rows with a rate, a net amount and the VAT that the rate makes of it. */
function rateRows({ rows }: PagesText): RateRow[] {
  const found = rows.flatMap((row) => {
    const rates = row
      .flatMap(({ text }) => rateOfText(text) ?? [])
      .filter((rate) => rate > 0)
      .slice(0, RATES_OF_ROW_MAX);
    const amounts = row.flatMap(({ text }) => signedAmountsOf(text)).slice(0, AMOUNTS_OF_ROW_MAX);
    return rates.flatMap((rate) =>
      amounts.flatMap((net) =>
        amounts
          .filter((vat) => vat !== 0 && vat !== net && Math.abs(vat - (net * rate) / 10_000) <= TOLERANCE)
          .map((vat) => ({ rate, net, vat })),
      ),
    );
  });
  return found.slice(-RATE_ROWS_MAX);
}

/** One row of each rate that add up to the total, with a part without VAT if it is printed. */
function combined(
  rows: readonly RateRow[],
  total: number,
  net: number | undefined,
  text: PagesText,
): ForeignSum[] | undefined {
  const printed = new Set(text.pieces.flatMap((piece) => signedAmountsOf(piece.text)));
  const rates = [...new Set(rows.map(({ rate }) => rate))].slice(0, 4);
  let choices: readonly (readonly RateRow[])[] = [[]];
  for (const rate of rates) {
    const ofRate = rows.filter((row) => row.rate === rate);
    choices = choices.flatMap((chosen) => [...ofRate.map((row) => [...chosen, row]), chosen]).slice(0, 5_000);
  }
  const fits = choices.filter((chosen) => {
    if (chosen.length === 0) return false;
    const rest = total - chosen.reduce((all, row) => all + row.net + row.vat, 0);
    const nets = chosen.reduce((all, row) => all + row.net, 0);
    return (
      (rest === 0 || (Math.sign(rest) === Math.sign(total) && printed.has(rest))) &&
      (net === undefined || nets + rest === net)
    );
  });
  // Without a part that has no VAT, and with the most rates.
  const restOf = (chosen: readonly RateRow[]): number =>
    total - chosen.reduce((all, row) => all + row.net + row.vat, 0);
  const best = fits.toSorted((a, b) => Number(restOf(a) !== 0) - Number(restOf(b) !== 0) || b.length - a.length)[0];
  if (!best) return undefined;
  const rest = restOf(best);
  return [
    ...best.map(({ rate, net: each, vat }) => ({ rate, net: cents(each), vat: cents(vat) })),
    ...(rest === 0 ? [] : [{ rate: 0, net: cents(rest), vat: cents(0) }]),
  ].toSorted((a, b) => b.rate - a.rate);
}

/** Sums from lines such as `TVA 20 %   257,00`, whose net amounts are not printed. */
function fromRates(text: PagesText, net?: number, vat?: number, total?: number): ForeignSum[] | undefined {
  const whole = net ?? (total !== undefined && vat !== undefined ? total - vat : undefined);
  if (whole === undefined) return undefined;
  const stated = new Map<number, number>();
  for (const piece of text.pieces.filter(({ plain }) => VAT.test(plain))) {
    const rate = rateOfText(piece.text);
    const amount = rate === undefined ? undefined : besideOf(piece, text, 'first')?.value;
    if (rate !== undefined && rate > 0 && amount !== undefined) stated.set(rate, amount);
  }
  const taxes = [...stated.values()].reduce((all, each) => all + each, 0);
  if (stated.size === 0 || (total !== undefined && whole + taxes !== total)) return undefined;
  const sums = [...stated].map(([rate, tax]) => ({ rate, net: Math.round((tax * 10_000) / rate), vat: tax }));
  const rest = whole - sums.reduce((all, each) => all + each.net, 0);
  // The net amount of a rate is known to a few cents from its VAT.
  const spread = sums.reduce((all, { rate }) => all + Math.ceil(10_000 / rate), 0);
  const isWhole = Math.abs(rest) <= spread;
  const largest = sums.reduce((best, each) => (Math.abs(each.net) > Math.abs(best.net) ? each : best));
  return [
    ...sums.map((each) => ({
      rate: each.rate,
      net: cents(each.net + (isWhole && each === largest ? rest : 0)),
      vat: cents(each.vat),
    })),
    ...(isWhole ? [] : [{ rate: 0, net: cents(rest), vat: cents(0) }]),
  ].toSorted((a, b) => b.rate - a.rate);
}
