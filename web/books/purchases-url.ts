import type { Asked } from '../client/call.ts';
import { type ReceiptsSearch, readReceiptsSearch } from './receipts-url.ts';

type Filters = Pick<NonNullable<Asked<'list-purchases'>['query']>, 'search' | 'nature' | 'method'>;

/** The register of purchases in the address: its period and filters. */
export type PurchasesSearch = ReceiptsSearch & {
  q?: string;
  nature?: NonNullable<Filters['nature']>;
  reglement?: NonNullable<Filters['method']>;
};

/** Characters of a search. */
const SEARCH_MAX = 200;
const WORD = /^[a-z_]{1,50}$/;

export function readPurchasesSearch(said: Readonly<Record<string, unknown>>): PurchasesSearch {
  const word = (value: unknown): string | undefined =>
    typeof value === 'string' && WORD.test(value) ? value : undefined;
  const q = typeof said.q === 'number' ? String(said.q) : said.q;
  const [nature, reglement] = [word(said.nature), word(said.reglement)];
  return {
    ...readReceiptsSearch(said),
    ...(typeof q === 'string' && q.trim() !== '' && { q: q.slice(0, SEARCH_MAX) }),
    ...(nature !== undefined && { nature: nature as NonNullable<Filters['nature']> }),
    ...(reglement !== undefined && { reglement: reglement as NonNullable<Filters['method']> }),
  };
}

/** What the list is asked for. */
export const filtersOf = ({ q, nature, reglement }: PurchasesSearch): Filters => ({
  ...(q !== undefined && { search: q }),
  ...(nature !== undefined && { nature }),
  ...(reglement !== undefined && { method: reglement }),
});
