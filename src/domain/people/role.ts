import { type Scope, scopes } from '../account/scope.ts';

/** The role of a member: it determines the scopes. */
export const roles = ['owner', 'member', 'accountant'] as const;
export type Role = (typeof roles)[number];

/**
 * The scopes of a role. An owner has all; a member works without administration; an accountant
 * reads, including exports and archives. As with keys, test mode has no administration.
 */
export function scopesOfRole(role: Role, { test }: { test: boolean }): readonly Scope[] {
  const held = ofRole[role];
  return test ? held.filter((scope) => scope !== 'account:admin') : held;
}

const ofRole: Readonly<Record<Role, readonly Scope[]>> = {
  owner: scopes,
  member: scopes.filter((scope) => scope !== 'account:admin'),
  accountant: scopes.filter((scope) => scope.endsWith(':read')),
};
