/** The address says which kind of customer it is where that is a person. */
export type CustomerSearch = { est?: 'personne' };
export const readCustomerSearch = (raw: Readonly<Record<string, unknown>>): CustomerSearch =>
  raw.est === 'personne' ? { est: 'personne' } : {};
