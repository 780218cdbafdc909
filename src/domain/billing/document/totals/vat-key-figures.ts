import { type Cents, cents } from '../../../money/cents.ts';
import { proportion, type Step } from '../../../money/rounding.ts';
import { type Amount, rateOfKey, type ShareKey } from '../../../vat/breakdown.ts';

/** The sums of the entered lines of one key, in cents. */
export type KeySums = {
  readonly key: ShareKey;
  readonly step: Step;
  /** Σ nets of the lines priced tax excluded. */
  readonly excluded: Cents;
  /** Σ nets of the lines priced tax included. */
  readonly included: Cents;
  readonly hasExcluded: boolean;
  readonly hasIncluded: boolean;
};

/** The amounts of both groups of lines of a key: priced without and with tax. */
export type KeyFigures = { readonly excluded: Amount; readonly included: Amount };

/**
 * How a kind of document computes the figures of a key from its sums: by the rate, or by what is
 * left of another document.
 */
export type FiguresOf = (sums: KeySums) => KeyFigures;

/**
 * VAT by the rate, once per key on the sum of its lines (EN 16931 BR-CO-17), never line by line.
 * For tax-included prices the net is taken out of the sum and the VAT is the rest, so that the
 * price stays exact to the cent.
 */
export function figuresByRate({ key, step, excluded, included }: KeySums): KeyFigures {
  const rate = rateOfKey(key);
  const net = proportion(included, WHOLE, WHOLE + rate, step);
  return {
    excluded: { net: excluded, vat: proportion(excluded, rate, WHOLE, step) },
    included: { net, vat: cents(included - net) },
  };
}

/** 100 % in basis points. */
export const WHOLE = 10_000;

export const amountOfFigures = ({ excluded, included }: KeyFigures): Amount => ({
  net: cents(excluded.net + included.net),
  vat: cents(excluded.vat + included.vat),
});
