import { useTranslations } from '../../locales/language.ts';
import type { Key } from './api-key.ts';

export type Scope = Key['scopes'][number];
export type Level = 'none' | 'read' | 'write';
export type Area = 'billing' | 'customers' | 'catalog' | 'projects' | 'events' | 'account';

/** The areas of scopes, in display order. */
export const areas: readonly Area[] = ['billing', 'customers', 'catalog', 'projects', 'events', 'account'];

const strongest = (area: Area): Scope => (area === 'account' ? 'account:admin' : `${area}:write`);

/** The scope of a level; writing implies reading. */
export const scopeOf = (area: Area, level: Exclude<Level, 'none'>): Scope =>
  level === 'write' ? strongest(area) : `${area}:read`;

/** Summary of scopes: `Facturation, clients (lecture)`. */
export function useScopeSummary(scopes: readonly Scope[]): string {
  const words = useTranslations('integrations').scopes;
  return areas
    .flatMap((area) => {
      if (scopes.includes(strongest(area))) return [words[area]];
      return scopes.includes(`${area}:read`) ? [words.readOnly(words[area])] : [];
    })
    .map((name, place) => (place === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1)))
    .join(', ');
}
