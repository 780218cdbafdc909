/**
 * The VAT codes of the API as dated data. Rates are basis points (2000 is 20 %). The zero-rated
 * codes state where the customer is: in France (HT), in the EU (UE), outside it (HUE).
 */
export const vatCodes = ['FR_210', 'FR_550', 'FR_850', 'FR_1000', 'FR_2000', 'FR_00HT', 'FR_00UE', 'FR_0HUE'] as const;
export type VatCode = (typeof vatCodes)[number];

/** Basis points: hundredths of a percent. */
export type BasisPoints = number & { readonly __unit: 'basis points' };

type VatRate = { rate: BasisPoints; since: string; source: string };

const bp = (value: number): BasisPoints => value as BasisPoints;

/**
 * The rate of each code, the day it applies from, and its legal source. A changed rate is a new
 * code, never an edit.
 */
const vatRates: Record<VatCode, VatRate> = {
  FR_210: { rate: bp(210), since: '2014-01-01', source: 'CGI art. 281 quater à 281 octies, 296' },
  FR_550: { rate: bp(550), since: '2014-01-01', source: 'CGI art. 278-0 bis' },
  FR_850: { rate: bp(850), since: '2014-01-01', source: 'CGI art. 296 (Guadeloupe, Martinique, La Réunion)' },
  FR_1000: { rate: bp(1000), since: '2014-01-01', source: 'CGI art. 278 bis à 279-0 bis' },
  FR_2000: { rate: bp(2000), since: '2014-01-01', source: 'CGI art. 278' },
  FR_00HT: { rate: bp(0), since: '2014-01-01', source: 'CGI art. 261, 293 B and others, by the mention' },
  FR_00UE: { rate: bp(0), since: '2014-01-01', source: 'CGI art. 262 ter I, 283-2' },
  FR_0HUE: { rate: bp(0), since: '2014-01-01', source: 'CGI art. 262 I, 259-1' },
};

/** The rate of a code, in basis points. */
export const rateOf = (code: VatCode): BasisPoints => vatRates[code].rate;
