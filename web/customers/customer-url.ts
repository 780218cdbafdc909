/** Tabs of a customer besides the overview. */
export const customerViews = ['paiements', 'e-mails'] as const;

/** Search parameters of a customer: set if it is a person, and the open tab. */
export type CustomerSearch = { est?: 'personne'; vue?: (typeof customerViews)[number] };
export const readCustomerSearch = (raw: Readonly<Record<string, unknown>>): CustomerSearch => {
  const vue = customerViews.find((each) => each === raw.vue);
  return { ...(raw.est === 'personne' && { est: 'personne' as const }), ...(vue && { vue }) };
};
