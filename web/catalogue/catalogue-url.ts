/** Search parameters of the catalogue: query, order, open product. */
export type CatalogueSearch = {
  q?: string;
  tri?: 'prix' | 'reference' | 'recents';
  sens?: 'decroissant';
  article?: string;
};

export function readCatalogueSearch(raw: Readonly<Record<string, unknown>>): CatalogueSearch {
  const { q, tri, sens, article } = raw;
  return {
    ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
    ...((tri === 'prix' || tri === 'reference' || tri === 'recents') && { tri }),
    ...(sens === 'decroissant' && { sens }),
    ...(typeof article === 'string' && { article }),
  };
}
