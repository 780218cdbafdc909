/**
 * Discount modes: hundredths of a percent, or hundredths of the currency. In the order of their API
 * numbers.
 */
export const discountModes = ['PERCENTAGE', 'AMOUNT'] as const;
type DiscountMode = (typeof discountModes)[number];

/**
 * 1000 is 10 % in mode PERCENTAGE and 10.00 in mode AMOUNT. Never negative; a percentage is at most
 * 10000.
 */
export type Discount = { readonly mode: DiscountMode; readonly amount: number };

export const PERCENTAGE_MAX = 10_000;
