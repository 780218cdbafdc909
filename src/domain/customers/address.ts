import type { CountryCode } from './country.ts';

/** A postal address as printed on documents. */
export type Address = {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly zipCode: string;
  readonly country: CountryCode;
};

/** An address as entered in the customer form, stored unchanged so that the form shows it again. */
export type ClientAddress = {
  readonly address: string | null;
  readonly complement?: string | null | undefined;
  readonly city: string | null;
  readonly zipCode: string | null;
  readonly state?: string | null | undefined;
  readonly country: CountryCode;
};

/**
 * The address as printed on documents: the state is added to the second line. An empty form is no
 * address.
 */
export function printedAddress(entered: ClientAddress | undefined): Address | undefined {
  if (entered === undefined || !lines(entered).some(isFilled)) return undefined;
  const line2 = [entered.complement, entered.state].filter(isFilled).join(', ');
  return {
    line1: entered.address ?? '',
    ...(line2 !== '' && { line2 }),
    city: entered.city ?? '',
    zipCode: entered.zipCode ?? '',
    country: entered.country,
  };
}

const lines = ({ address, complement, city, zipCode, state }: ClientAddress) => [
  address,
  complement,
  city,
  zipCode,
  state,
];

const isFilled = (line: string | null | undefined): boolean =>
  line !== null && line !== undefined && line.trim() !== '';
