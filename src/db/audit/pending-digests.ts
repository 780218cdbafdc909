import { type StateDigests, type StateKind, stateName } from '../../audit/chain/state-names.ts';

/**
 * What a transaction wrote that the audit chain proves, with functions that compute the digests.
 * The transaction's next chain entry includes them (`append`). Digests are only computed for that.
 */
export type PendingDigests = Map<string, () => string>;

/** Sets the digest of an object; replaces an earlier one. */
export const addDigest = (pendingDigests: PendingDigests, kind: StateKind, id: string, digest: () => string): void =>
  void pendingDigests.set(stateName(kind, id), digest);

/** Takes the pending digests for the entry that includes them; undefined if there are none. */
export function takePendingDigests(pendingDigests: PendingDigests): StateDigests | undefined {
  if (pendingDigests.size === 0) return undefined;
  // No prototype, so that V8 uses a hash table instead of remembering a shape for names that never
  // recur.
  const stands: Record<string, string> = Object.create(null);
  for (const [name, digest] of pendingDigests) stands[name] = digest();
  pendingDigests.clear();
  return stands;
}

/**
 * The first written object that no entry includes. Events are exempt: those of drafts are in no
 * chain.
 */
export const undigested = (pendingDigests: PendingDigests): string | undefined =>
  [...pendingDigests.keys()].find((name) => !name.startsWith('event '));
