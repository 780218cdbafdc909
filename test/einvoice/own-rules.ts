import { cents, sum } from '../../src/domain/money/cents.ts';
import { proportion, roundedRatio } from '../../src/domain/money/rounding.ts';
import { TEN_THOUSAND } from '../../src/domain/money/ten-thousandths.ts';
import { isSameTreatment } from '../../src/domain/vat/vat-treatment.ts';
import type { ElectronicInvoice, ElectronicLine, VatGroup } from '../../src/einvoice/electronic-invoice.ts';
import { rulesOfPresenceBroken } from './presence-rules.ts';

/** A violated rule of EN 16931 or France, by its official name, and its place. */
export type Problem = { readonly rule: string; readonly at?: string };

/**
 * Errors of an electronic invoice by our own reading of the applicable rules: sums and required
 * terms. Empty for complete documents. `npm run validate` runs the official rules.
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
    'BR-CO-16': totals.due === totals.total - (totals.prepaid ?? 0),
    'BR-CO-18': breakdown.length > 0,
    'BR-16': lines.length > 0,
  });
}

/** Rules are named as for category S; other categories differ in letters only. */
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
/** Tolerance of VAT in cents: below one currency unit. */
const ONE_WHOLE = 100;
/** Basis points: the rates of BR-FR-16 our documents can have. */
const FRENCH_RATES: ReadonlySet<number> = new Set([0, 210, 550, 850, 1000, 2000]);

function lineProblems(line: ElectronicLine, { breakdown }: ElectronicInvoice): Problem[] {
  const base = BigInt(line.baseQuantity ?? TEN_THOUSAND);
  // Two decimals in every currency, as readers of the file calculate.
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
