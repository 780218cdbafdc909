/** What a key may do. `write` implies `read`, `admin` implies `read`. */
export const scopes = [
  'billing:read',
  'billing:write',
  'customers:read',
  'customers:write',
  'catalog:read',
  'catalog:write',
  'projects:read',
  'projects:write',
  'events:read',
  'events:write',
  'books:comment',
  'books:close',
  'account:read',
  'account:admin',
] as const;
export type Scope = (typeof scopes)[number];

/**
 * The scopes of a new key by default: everything except the administration of the account, and
 * closing the books, which cannot be undone.
 */
export const defaultScopes: readonly Scope[] = scopes.filter(
  (scope) => scope !== 'account:admin' && scope !== 'books:close',
);

/** Whether the held scopes cover `needed`. */
export const allows = (held: readonly Scope[], needed: Scope): boolean =>
  held.includes(needed) || (needed.endsWith(':read') && held.includes(strongerThan(needed)));

const strongerThan = (read: Scope): Scope =>
  (read === 'account:read' ? 'account:admin' : read.replace(':read', ':write')) as Scope;
