import { useTranslations } from '../../locales/language.ts';
import type { Key } from './api-key.ts';

export type Scope = Key['scopes'][number];
export type Level = 'none' | 'read' | 'write';
export type Area = 'billing' | 'customers' | 'catalog' | 'projects' | 'events' | 'books' | 'account';

/** The areas of scopes, in display order. */
export const areas: readonly Area[] = ['billing', 'customers', 'catalog', 'projects', 'events', 'books', 'account'];

/**
 * The scopes of a level; writing implies reading. Books are read with the scope of billing: their
 * lower level comments on entries, the higher one closes periods too.
 */
export function scopesOf(area: Area, level: Level): readonly Scope[] {
  if (level === 'none') return [];
  if (area === 'books') return level === 'write' ? ['books:comment', 'books:close'] : ['books:comment'];
  if (area === 'account') return [level === 'write' ? 'account:admin' : 'account:read'];
  return [`${area}:${level}`];
}

/** Summary of scopes: `Facturation, clients (lecture)`. */
export function useScopeSummary(scopes: readonly Scope[]): string {
  const words = useTranslations('integrations').scopes;
  const has = (area: Area, level: Level): boolean => scopesOf(area, level).every((scope) => scopes.includes(scope));
  return areas
    .flatMap((area) => {
      if (has(area, 'write')) return [words[area]];
      if (!has(area, 'read')) return [];
      return [area === 'books' ? words.commentOnly(words.books) : words.readOnly(words[area])];
    })
    .map((name, place) => (place === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1)))
    .join(', ');
}
