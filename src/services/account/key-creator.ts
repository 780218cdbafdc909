import { membersOf, type NamedMember, peopleOf } from '../../db/people/memberships.ts';
import type { Scope } from '../../domain/account/scope.ts';
import { scopeBeyondRole } from '../../domain/people/role.ts';
import type { Context } from '../context.ts';

/** The owner of a new key: the signed-in person, or the creator of the calling key. */
export const creatorOfKey = ({ isPerson, actor, keyMadeBy }: Context): string | undefined =>
  isPerson ? actor : keyMadeBy;

/**
 * A scope the key's creator may not grant, checked with the account locked: they may have left
 * since they were authenticated.
 */
export async function scopeBeyondCreator(
  { tx }: Context,
  maker: string | undefined,
  granted: readonly Scope[],
): Promise<Scope | undefined> {
  if (maker === undefined) return undefined;
  const member = (await membersOf(tx)).find(({ personId, leftAt }) => personId === maker && leftAt === undefined);
  return scopeBeyondRole(granted, member?.role);
}

/**
 * The member behind the request: the signed-in person or the creator of the key; undefined if
 * none, as on the command line.
 */
export async function currentMember(context: Context): Promise<NamedMember | undefined> {
  const id = creatorOfKey(context);
  if (id === undefined) return undefined;
  return (await peopleOf(context.tx)).find(({ personId }) => personId === id);
}
