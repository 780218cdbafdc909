import { type Scope, scopes } from '../account/scope.ts';

/** What somebody is in an account: it says what he may do there. */
export const roles = ['owner', 'member', 'accountant'] as const;
export type Role = (typeof roles)[number];

/**
 * The scopes of a role. An owner has them all; a member does the work and administers nothing; an accountant reads, and so takes
 * exports and archives with him. As with keys, nobody administers in test mode.
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
