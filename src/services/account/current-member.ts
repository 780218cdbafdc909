import type { NamedMember } from '../../db/people/memberships.ts';
import { peopleOf } from '../../db/people/memberships.ts';
import type { Context } from '../context.ts';
import { creatorOfKey } from './key-creator.ts';

/**
 * The member behind the request: the signed-in person or the creator of the key; undefined if
 * none, as on the command line.
 */
export async function currentMember(context: Context): Promise<NamedMember | undefined> {
  const id = creatorOfKey(context);
  if (id === undefined) return undefined;
  return (await peopleOf(context.tx)).find(({ personId }) => personId === id);
}
