import { allows, type Scope } from '../account/scope.ts';
import type { KeyRecord } from '../account/stored-key.ts';
import { type Role, scopesOfRole } from './role.ts';

/** A scope that a key would have beyond somebody of this role, or who is no member (undefined); undefined where it has none. */
export const scopeBeyondRole = (granted: readonly Scope[], role: Role | undefined): Scope | undefined => {
  const held = role === undefined ? [] : scopesOfRole(role, { test: false });
  return granted.find((scope) => !allows(held, scope));
};

/** Of the keys somebody made, those that end as he becomes somebody of this role, or leaves (undefined): all that may do more than he. */
export const keysBeyondRole = <K extends { readonly key: KeyRecord }>(
  keys: readonly K[],
  role: Role | undefined,
): K[] => keys.filter(({ key }) => scopeBeyondRole(key.scopes, role) !== undefined);
