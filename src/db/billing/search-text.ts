import type { BillingDocument } from '../../domain/billing/document/document.ts';
import { ownWords } from '../../domain/billing/document/search-terms.ts';
import type { Party } from '../../domain/customers/party.ts';

/** What a document is found by: its number, title, customer's names and its own words, folded. */
export function searchTextOf(document: BillingDocument, customer: Party | undefined): string {
  const words = [
    document.sealed?.number,
    document.title,
    customer?.name,
    customer?.commercialName,
    customer?.organization?.name,
    customer?.organization?.commercialName,
    document.content.orderNumber,
    ...ownWords(document),
  ];
  return folded(words.filter(Boolean).join(' '));
}

/** Lower case and without accents, so that a search need not know them. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/œ/gi, 'oe')
    .replace(/æ/gi, 'ae')
    .toLowerCase();

/** Words of a search that are looked for; more would only narrow what hardly anything fits any more. */
const WORDS_MAX = 8;

/** A search as LIKE patterns, one a word, in whatever order; what LIKE would read as a joker stands for itself. */
export const likePatterns = (search: string): string[] =>
  folded(search.trim())
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, WORDS_MAX)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
