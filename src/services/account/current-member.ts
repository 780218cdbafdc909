import type { NamedMember } from '../../db/people/memberships.ts';
import { peopleOf } from '../../db/people/memberships.ts';
import type { Context } from '../context.ts';
import { creatorOfKey } from './key-creator.ts';

/** Who asks, by name: whoever is signed in, or made the key that asks; undefined where nobody did, as by the command line. */
export async function currentMember(context: Context): Promise<NamedMember | undefined> {
  const id = creatorOfKey(context);
  if (id === undefined) return undefined;
  return (await peopleOf(context.tx)).find(({ personId }) => personId === id);
}
