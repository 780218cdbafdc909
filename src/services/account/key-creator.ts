import { membersOf } from '../../db/people/memberships.ts';
import type { Scope } from '../../domain/account/scope.ts';
import { scopeBeyondRole } from '../../domain/people/keys-beyond-role.ts';
import type { Context } from '../context.ts';

/** Who a key that is made now is of: who is signed in, or who made the key that asks. */
export const creatorOfKey = ({ isPerson, actor, keyMadeBy }: Context): string | undefined =>
  isPerson ? actor : keyMadeBy;

/**
 * A scope its maker may not give, as he is in the account once that is locked: he may have left since he was let in.
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
