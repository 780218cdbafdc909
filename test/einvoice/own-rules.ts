import { cents, sum } from '../../src/domain/money/cents.ts';
import { proportion, roundedRatio } from '../../src/domain/money/rounding.ts';
import { TEN_THOUSAND } from '../../src/domain/money/ten-thousandths.ts';
import { isSameTreatment } from '../../src/domain/vat/vat-treatment.ts';
import type { ElectronicInvoice, ElectronicLine, VatGroup } from '../../src/einvoice/electronic-invoice.ts';
import { rulesOfPresenceBroken } from './presence-rules.ts';

/** A rule of EN 16931 or of France that an electronic invoice breaks, by the name the rules give it, and where. */
export type Problem = { readonly rule: string; readonly at?: string };

/**
 * What is wrong with an electronic invoice, by our own reading of the rules that can apply to what we write: figures that
 * must agree to the cent, and terms that must be there. Empty for every document that lacks nothing. The official
 * rules say more; `npm run validate` runs them.
 */
export const electronicProblems = (invoice: ElectronicInvoice): Problem[] => [
  ...totalProblems(invoice),
  ...invoice.breakdown.flatMap((group) => groupProblems(group, invoice)),
  ...invoice.lines.flatMap((line) => lineProblems(line, invoice)),
  ...rulesOfPresenceBroken(invoice).map((rule) => ({ rule })),
];

function totalProblems({ totals, lines, adjustments, breakdown }: ElectronicInvoice): Problem[] {
  const adjusted = (charge: boolean) =>
    sum(adjustments.filter((each) => each.charge === charge).map(({ amount }) => amount));
  return broken({
    'BR-CO-10': totals.lines === sum(lines.map(({ net }) => net)),
    'BR-CO-11': totals.allowances === adjusted(false),
    'BR-CO-12': totals.charges === adjusted(true),
    'BR-CO-13': totals.net === totals.lines - totals.allowances + totals.charges,
    'BR-CO-14': totals.tax === sum(breakdown.map(({ tax }) => tax)),
    'BR-CO-15': totals.total === totals.net + totals.tax,
    'BR-CO-16': totals.due === totals.total,
    'BR-CO-18': breakdown.length > 0,
    'BR-16': lines.length > 0,
  });
}

/** Our rules bear the names of the category S; those of the others differ in their letters only. */
function groupProblems(group: VatGroup, invoice: ElectronicInvoice): Problem[] {
  const { vat, net, tax } = group;
  const isOf = (each: { vat: VatGroup['vat'] }) => isSameTreatment(each.vat, vat);
  const adjusted = invoice.adjustments.filter(isOf).map(({ charge, amount }) => (charge ? amount : -amount));
  const sold = invoice.lines.filter(isOf).map((line) => line.net);
  const charged = vat.category === 'S';
  const off = Math.abs(Math.abs(tax) - proportion(Math.abs(net), vat.rate, WHOLE));
  return broken(
    {
      'BR-S-08': net === [...sold, ...adjusted].reduce<number>((all, each) => all + each, 0),
      'BR-S-09': charged ? off < ONE_WHOLE : tax === 0,
      'BR-FXEXT-S-09': invoice.profile === 'en16931' || !charged || off <= sold.length + adjusted.length,
      'BR-S-10': charged === (vat.reason === undefined),
      'BR-FR-16': FRENCH_RATES.has(vat.rate) && charged === vat.rate > 0,
    },
    `${vat.category} ${vat.rate / 100}`,
  );
}

/** 100 % in basis points. */
const WHOLE = 10_000;
/** VAT may be off its rate by less than this, in cents: less than one unit of the currency. */
const ONE_WHOLE = 100;
/** Basis points: the rates BR-FR-16 knows that a document of ours may have. */
const FRENCH_RATES: ReadonlySet<number> = new Set([0, 210, 550, 850, 1000, 2000]);

function lineProblems(line: ElectronicLine, { breakdown }: ElectronicInvoice): Problem[] {
  const base = BigInt(line.baseQuantity ?? TEN_THOUSAND);
  // To two decimals, whatever the currency: that is what a reader of the file does.
  const gross = roundedRatio(BigInt(line.quantity) * BigInt(line.price), base * BigInt(TEN_THOUSAND));
  const adjusted = line.adjustments.reduce((all, { charge, amount }) => all + (charge ? amount : -amount), 0);
  return broken(
    {
      'line net': line.net === cents(gross + adjusted),
      'BR-27': line.price >= 0 && base > 0n,
      'BR-25': line.name.trim() !== '',
      'BR-CO-04': breakdown.some(({ vat }) => isSameTreatment(vat, line.vat)),
    },
    `line ${line.id}`,
  );
}

const broken = (rules: Readonly<Record<string, boolean>>, at?: string): Problem[] =>
  Object.entries(rules).flatMap(([rule, holds]) => (holds ? [] : [{ rule, ...(at !== undefined && { at }) }]));
