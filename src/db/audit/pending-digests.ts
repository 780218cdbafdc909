import { type StateDigests, type StateKind, stateName } from '../../audit/chain/state-names.ts';

/**
 * What a transaction wrote that the audit chain proves, each with how to digest it: whoever writes it says so here, and the
 * next link of the transaction takes it along (`append`). Nothing is digested that no link will tell.
 */
export type PendingDigests = Map<string, () => string>;

/** Says that something stands from now on; what was said of it before is over. */
export const addDigest = (standing: PendingDigests, kind: StateKind, id: string, digest: () => string): void =>
  void standing.set(stateName(kind, id), digest);

/** Takes what has been said, for the link that tells it; undefined where nothing was. */
export function takePendingDigests(standing: PendingDigests): StateDigests | undefined {
  if (standing.size === 0) return undefined;
  // Without a prototype it is a table: as an object V8 would remember the order of its names, which are never seen again.
  const stands: Record<string, string> = Object.create(null);
  for (const [name, digest] of standing) stands[name] = digest();
  standing.clear();
  return stands;
}

/** What was written and no link has told. Events may go without: those of drafts are in no chain. */
export const undigested = (standing: PendingDigests): string | undefined =>
  [...standing.keys()].find((name) => !name.startsWith('event '));
