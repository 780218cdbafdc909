import type { CountryCode } from './country.ts';

/** A postal address as printed on documents. */
export type Address = {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly zipCode: string;
  readonly country: CountryCode;
};
