import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { textsThat } from '../../domain/billing/document/document-texts.ts';
import { kindSearchTerms } from '../../domain/billing/document/search-terms.ts';
import type { Party } from '../../domain/customers/party.ts';

/** The search text of a document: its number, title, customer names and content, folded. */
export function searchTextOf(document: BillingDocument, customer: Party | undefined): string {
  const words = [
    document.sealed?.number,
    document.title,
    customer?.name,
    customer?.commercialName,
    customer?.organization?.name,
    customer?.organization?.commercialName,
    ...textsThat(document.content, ({ isSearched }) => isSearched).map(({ text }) => text),
    ...kindSearchTerms(document),
  ];
  return folded(words.filter(Boolean).join(' '));
}

/** Lower case without accents, so that searches match either way. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/œ/gi, 'oe')
    .replace(/æ/gi, 'ae')
    .toLowerCase();

/** Words of a search that are used; more would hardly narrow the result. */
const WORDS_MAX = 8;

/** A search as LIKE patterns, one per word, in any order; LIKE wildcards are escaped. */
export const likePatterns = (search: string): string[] =>
  folded(search.trim())
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, WORDS_MAX)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
