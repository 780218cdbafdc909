/** Rates of VAT in France since 2000, in basis points, the most usual first (CGI art. 278 ff.). */
export const LEGAL_RATES: readonly number[] = [2_000, 1_000, 550, 210, 850, 1_960, 700, 130, 105, 175];
