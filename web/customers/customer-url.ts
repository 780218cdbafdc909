/** What of a customer is looked at, besides the overview. */
export const customerViews = ['paiements', 'e-mails'] as const;

/** The address says which kind of customer it is where that is a person, and what of him is looked at. */
export type CustomerSearch = { est?: 'personne'; vue?: (typeof customerViews)[number] };
export const readCustomerSearch = (raw: Readonly<Record<string, unknown>>): CustomerSearch => {
  const vue = customerViews.find((each) => each === raw.vue);
  return { ...(raw.est === 'personne' && { est: 'personne' as const }), ...(vue && { vue }) };
};
