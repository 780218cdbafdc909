/** Search parameters of the list: view, query, order. */
export type CustomersSearch = { vue?: 'personnes' | 'archives'; q?: string; tri?: 'recents'; nouveau?: 'oui' };

export function readCustomersSearch(raw: Readonly<Record<string, unknown>>): CustomersSearch {
  return {
    ...((raw.vue === 'personnes' || raw.vue === 'archives') && { vue: raw.vue }),
    ...((typeof raw.q === 'string' || typeof raw.q === 'number') && raw.q !== '' && { q: String(raw.q) }),
    ...(raw.tri === 'recents' && { tri: raw.tri }),
    ...(raw.nouveau === 'oui' && { nouveau: raw.nouveau }),
  };
}
