import type { Decimal } from '../../../csv/write-rows.ts';

const CENTS = 100;
/** Decimals of a unit price in other programs: enough for quantity × price to be exact. */
const PRICE_DECIMALS = 8;

/** Cents as an amount with two decimals. */
export const amount = (cents: number): Decimal => ({ decimal: (cents / CENTS).toFixed(2) });

/** A plain number, as JSON writes it. */
export const number = (value: number): Decimal => ({ decimal: String(value) });

/** The price of one unit of a line, so that quantity × price is its `net` cents. */
export const unitPrice = (net: number, quantity: number): Decimal => ({
  decimal: quantity === 0 ? '0' : trimmed((net / CENTS / quantity).toFixed(PRICE_DECIMALS)),
});

const trimmed = (decimal: string): string => decimal.replace(/\.?0+$/, '') || '0';
