import { type StateDigests, type StateKind, stateName } from '../../audit/chain/state-names.ts';

/**
 * The objects a transaction wrote that the audit chain protects, with functions that compute their
 * digests. The transaction's next chain entry includes the digests (`append`); they are computed
 * only then.
 */
export type PendingDigests = Map<string, () => string>;

/** Sets the digest of an object; replaces an earlier one. */
export const addDigest = (pendingDigests: PendingDigests, kind: StateKind, id: string, digest: () => string): void =>
  void pendingDigests.set(stateName(kind, id), digest);

/** Takes the pending digests for the entry that includes them; undefined if there are none. */
export function takePendingDigests(pendingDigests: PendingDigests): StateDigests | undefined {
  if (pendingDigests.size === 0) return undefined;
  // Without a prototype V8 uses a hash table; otherwise it would cache an object shape for names
  // that never recur.
  const stands: Record<string, string> = Object.create(null);
  for (const [name, digest] of pendingDigests) stands[name] = digest();
  pendingDigests.clear();
  return stands;
}

/**
 * The first written object that no entry includes. Events are exempt, because the events of drafts
 * are in no chain.
 */
export const undigested = (pendingDigests: PendingDigests): string | undefined =>
  [...pendingDigests.keys()].find((name) => !name.startsWith('event '));
