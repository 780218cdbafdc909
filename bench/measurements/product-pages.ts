import type { ProductFilter } from '../../src/db/catalogue/products.ts';
import { makers } from '../seed/product-names.ts';

/** A page of the large catalogue to request. */
export type Asked = Pick<ProductFilter, 'search' | 'personalService' | 'by' | 'direction' | 'limit' | 'page'>;

/** Pages measured together. `most` is the target for their p95 in milliseconds. */
export type Case = { what: string; most?: number; pages: readonly Asked[] };

const orders = ['designation', 'reference', 'unitPrice', 'createdAt'] as const;
const ways = orders.flatMap((by) => (['ASC', 'DESC'] as const).map((direction) => ({ by, direction })));
const usual = { by: 'designation', direction: 'ASC', page: 1, limit: 20 } as const;

/** Pages to request from a catalogue of this size. */
export function casesOf(products: number): Case[] {
  const inEveryOrder = (limit: number, page: number, more: Partial<Asked> = {}): Asked[] =>
    ways.map((way) => ({ ...way, limit, page, ...more }));
  const personal = Math.floor(products * 0.04);
  const at = (share: number, limit: number, of = products): number => Math.max(1, Math.ceil((of * share) / limit));
  const sought = (words: readonly string[], more: Partial<Asked> = {}): Asked[] =>
    words.map((search) => ({ ...usual, search, ...more }));
  const rare = makers.slice(-50);
  const references = Array.from({ length: 50 }, (_, n) => `-${String((n * 7_919) % products).padStart(7, '0')}`);
  return [
    { what: 'page 1 of 20, every order', most: 20, pages: inEveryOrder(20, 1) },
    { what: 'page 1 of 100, every order', most: 20, pages: inEveryOrder(100, 1) },
    { what: 'a quarter in, pages of 100', most: 150, pages: inEveryOrder(100, at(0.25, 100)) },
    { what: 'in the middle, pages of 100', most: 150, pages: inEveryOrder(100, at(0.5, 100)) },
    { what: 'in the middle, pages of 20', most: 150, pages: inEveryOrder(20, at(0.5, 20)) },
    { what: 'last page of 100', most: 150, pages: inEveryOrder(100, at(1, 100)) },
    { what: 'last page of 20', most: 150, pages: inEveryOrder(20, at(1, 20)) },
    { what: 'far beyond the last page', most: 150, pages: inEveryOrder(100, 1_000_000) },
    { what: 'personal services, page 1', most: 20, pages: inEveryOrder(20, 1, { personalService: true }) },
    {
      what: 'personal services, last page',
      most: 150,
      pages: inEveryOrder(20, at(0.9, 20, personal), { personalService: true }),
    },
    { what: 'all others, page 1', most: 20, pages: inEveryOrder(20, 1, { personalService: false }) },
    { what: 'all others, in the middle', most: 150, pages: inEveryOrder(20, at(0.5, 20), { personalService: false }) },
    { what: 'search: a rare word', most: 50, pages: sought(rare) },
    { what: 'search: a rare word, by price', most: 50, pages: sought(rare, { by: 'unitPrice', direction: 'DESC' }) },
    { what: 'search: in capitals, without accents', most: 50, pages: sought(rare.map(plain)) },
    { what: 'search: part of a reference', most: 50, pages: sought(references) },
    { what: 'search: two words', most: 50, pages: sought(rare.map((maker) => `charnière ${maker}`)) },
    { what: 'search: nothing has it', most: 50, pages: sought(['xylophone', 'quetzalcoatl', 'wagnérien']) },
    { what: 'search: a word of ten thousand', pages: sought(['charnière', 'mitigeur', 'gouttière', 'perceuse']) },
    { what: 'search: the same, page 400', pages: sought(['charnière', 'mitigeur', 'gouttière'], { page: 400 }) },
    { what: 'search: a word of tens of thousands', pages: sought(['inox', 'étanche', 'sécurité']) },
    { what: 'search: three letters', pages: sought(['ier', 'mon', 'vis']) },
    { what: 'search: two letters', pages: sought(['vi', 'qz', '12']) },
    { what: 'search: one letter', pages: sought(['e', 'w', '7']) },
    { what: 'search: no letter at all', pages: sought(['§§§', '×', '%']) },
  ];
}

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toUpperCase();

/** The page's URL. */
export function pathOf({ search, personalService, by, direction, limit, page }: Asked): string {
  const query = new URLSearchParams({
    orderBy: by,
    orderDirection: direction,
    limit: String(limit),
    page: String(page),
    ...(search !== undefined && { search }),
    ...(personalService !== undefined && { sapCompatible: String(personalService) }),
  });
  return `/v2/catalog?${query.toString()}`;
}
