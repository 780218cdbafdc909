import { allows, type Scope, scopes } from '../account/scope.ts';
import type { KeyRecord } from '../account/stored-key.ts';

/** The role of a member: it determines the scopes. */
export const roles = ['owner', 'member', 'accountant'] as const;
export type Role = (typeof roles)[number];

/**
 * The scopes of a role. An owner has all; a member works without administration and does not
 * close the books; an accountant reads, including exports and archives, comments on entries of the
 * books, and closes them. As with keys, test mode has no administration.
 */
export function scopesOfRole(role: Role, { test }: { test: boolean }): readonly Scope[] {
  const held = ofRole[role];
  return test ? held.filter((scope) => scope !== 'account:admin') : held;
}

const ofRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: scopes,
  member: scopes.filter((scope) => scope !== 'account:admin' && scope !== 'books:close'),
  accountant: scopes.filter((scope) => scope.endsWith(':read') || scope.startsWith('books:')),
};

/**
 * The first scope a key would have beyond this role; undefined if none. A non-member has no role
 * (undefined).
 */
export const scopeBeyondRole = (granted: readonly Scope[], role: Role | undefined): Scope | undefined => {
  const held = role === undefined ? [] : scopesOfRole(role, { test: false });
  return granted.find((scope) => !allows(held, scope));
};

/**
 * The keys of a member to revoke when the member gets this role, or leaves (undefined): all with
 * more rights.
 */
export const keysBeyondRole = <K extends { readonly key: KeyRecord }>(
  keys: readonly K[],
  role: Role | undefined,
): K[] => keys.filter(({ key }) => scopeBeyondRole(key.scopes, role) !== undefined);
