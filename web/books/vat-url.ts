/** One day of the period of a return; absent for the one to declare now. */
export type VatSearch = { jour?: string };

export const readVatSearch = ({ jour }: Readonly<Record<string, unknown>>): VatSearch =>
  typeof jour === 'string' && DAY.test(jour) ? { jour } : {};

const DAY = /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
