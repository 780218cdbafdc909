import { rateOf, vatCodes } from '../../domain/vat/vat-code.ts';
import { type ShownColumn, shownMoney } from './column.ts';

/** Cents under one VAT rate, in basis points. */
export type OfRate = { readonly rate: number; readonly net: number; readonly vat: number };

const rates: readonly number[] = [...new Set(vatCodes.map((code): number => rateOf(code)))].toSorted((a, b) => b - a);

/** Two columns for each rate, net and VAT, the highest rate first; empty if there is nothing. */
export const rateColumns = <Shown>(ratesOf: (shown: Shown) => readonly OfRate[]): ShownColumn<Shown>[] =>
  rates.flatMap((rate) => {
    const name = `${String(rate / 100).replace('.', ',')} %`;
    const of = (shown: Shown) => ratesOf(shown).find((each) => each.rate === rate);
    const net: ShownColumn<Shown> = { names: [`HT à ${name}`], show: (shown) => shownMoney(of(shown)?.net) };
    const vat: ShownColumn<Shown> = { names: [`TVA à ${name}`], show: (shown) => shownMoney(of(shown)?.vat) };
    return rate === 0 ? [net] : [net, vat];
  });

/** Adds up amounts of the same rate. */
export function byRate(amounts: Iterable<OfRate>): OfRate[] {
  const sums = new Map<number, OfRate>();
  for (const { rate, net, vat } of amounts) {
    const known = sums.get(rate);
    sums.set(rate, { rate, net: (known?.net ?? 0) + net, vat: (known?.vat ?? 0) + vat });
  }
  return [...sums.values()];
}
