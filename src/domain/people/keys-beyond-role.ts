import { allows, type Scope } from '../account/scope.ts';
import type { KeyRecord } from '../account/stored-key.ts';
import { type Role, scopesOfRole } from './role.ts';

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
