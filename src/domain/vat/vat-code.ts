/** The rate in basis points (2000 is 20 %), the day it applies from, and its legal source. */
type VatRow = { readonly rate: number; readonly since: string; readonly source: string };

/**
 * The VAT codes of the API as dated data, one row each: a changed rate is a new code, never an
 * edit. The zero-rated codes state where the customer is: in France (HT), in the EU (UE), outside
 * it (HUE).
 */
const rows = {
  FR_210: { rate: 210, since: '2014-01-01', source: 'CGI art. 281 quater à 281 octies, 296' },
  FR_550: { rate: 550, since: '2014-01-01', source: 'CGI art. 278-0 bis' },
  FR_850: { rate: 850, since: '2014-01-01', source: 'CGI art. 296 (Guadeloupe, Martinique, La Réunion)' },
  FR_1000: { rate: 1000, since: '2014-01-01', source: 'CGI art. 278 bis à 279-0 bis' },
  FR_2000: { rate: 2000, since: '2014-01-01', source: 'CGI art. 278' },
  FR_00HT: { rate: 0, since: '2014-01-01', source: 'CGI art. 261, 293 B and others, by the mention' },
  FR_00UE: { rate: 0, since: '2014-01-01', source: 'CGI art. 262 ter I, 283-2' },
  FR_0HUE: { rate: 0, since: '2014-01-01', source: 'CGI art. 262 I, 259-1' },
} as const satisfies Readonly<Record<string, VatRow>>;

export type VatCode = keyof typeof rows;
export const vatCodes = Object.keys(rows) as readonly VatCode[] as readonly [VatCode, ...VatCode[]];

/** The codes without VAT; their category depends on the customer and the mention. */
export type ZeroRatedCode = { [C in VatCode]: (typeof rows)[C]['rate'] extends 0 ? C : never }[VatCode];
export const isZeroRated = (code: VatCode): code is ZeroRatedCode => rows[code].rate === 0;

/** Basis points: hundredths of a percent. */
export type BasisPoints = number & { readonly __unit: 'basis points' };

/** The rate of a code, in basis points. */
export const rateOf = (code: VatCode): BasisPoints => rows[code].rate as number as BasisPoints;
