import { type KeyObject, verify } from 'node:crypto';
import type { KeptHead } from '../heads/exported-heads.ts';
import type { Anchor } from '../heads/recorded-heads.ts';
import { keyIdOfFingerprint } from '../keys/public-keys.ts';
import type { AuditEvent } from './chain-link.ts';

/** Mismatches between a chain and the heads recorded or exported outside the database. */
export type KnownHeadsMismatch =
  | 'chain_truncated'
  | 'anchor_differs'
  | 'anchor_invalid'
  /** Links older than a minute are in no recorded head. */
  | 'anchor_behind'
  /** The recorded heads restart, as after a restore, but no link records it. */
  | 'anchor_restart_unsaid'
  | 'kept_head_differs'
  | 'kept_head_beyond_chain'
  | 'kept_head_invalid';

export type KnownHeadsNote = 'restored' | 'anchor_begun' | 'kept_head_before_restore';

/** What is known of one chain outside the database. Absent parts are not checked. */
export type KnownHeadsOfChain = {
  keys: ReadonlyMap<string, KeyObject>;
  /** The highest heads of the chain. */
  anchors: readonly Anchor[];
  /** The first heads after a restore. */
  restarts?: readonly Anchor[] | undefined;
  /** When they were read, Unix seconds. */
  anchorsReadAt?: number | undefined;
  /** Heads exported elsewhere. */
  kept?: readonly KeptHead[] | undefined;
};

/** Seconds of links that a crash may have left unrecorded: heads are written within a second. */
const UNNOTED_SECONDS_MAX = 60;

type Watched = { seq: number; hash: Buffer };
type Found = { fault: KnownHeadsMismatch; seq: number; at?: string };

/** Compares a chain with its heads outside the database. */
export function knownHeadsVerifier(known: KnownHeadsOfChain) {
  const { anchors, restarts = [], kept = [], anchorsReadAt } = known;
  const anchored = bySeq(anchors);
  const restarted = bySeq(restarts);
  const keptAt = bySeq(kept);
  const noted = anchors.reduce((highest, { seq }) => Math.max(highest, seq), 0);
  const notes: { note: KnownHeadsNote; seq: number; at?: string }[] = [];
  const unnoted: { from?: number; to?: number } = {};
  let lastRestore = Number.POSITIVE_INFINITY;
  return {
    notes,
    next: ({ seq, hash }: Watched, said: AuditEvent | undefined): Found[] => {
      const is = hash.toString('hex');
      const isOther = (head: { hash: string }): boolean => head.hash !== is;
      const findings: Found[] = [];
      if (said?.type === 'restored') {
        lastRestore = Math.min(lastRestore, seq);
        notes.push({ note: 'restored', seq });
      }
      if (said?.type === 'anchor_begun') notes.push({ note: 'anchor_begun', seq, at: said.sha256 });
      if (anchored.get(seq)?.some(isOther)) findings.push({ fault: 'anchor_differs', seq });
      const restart = restarted.get(seq);
      if (restart && (said?.type !== 'restored' || restart.some(isOther)))
        findings.push({ fault: 'anchor_restart_unsaid', seq });
      for (const head of keptAt.get(seq)?.filter(isOther) ?? []) {
        // Links from before a restore are lost, and others have taken their numbers.
        if (seq >= lastRestore && isSigned(head, known.keys)) notes.push({ note: 'kept_head_before_restore', seq });
        else findings.push({ fault: 'kept_head_differs', seq });
      }
      if (anchorsReadAt !== undefined && seq > noted && said && said.at <= anchorsReadAt - UNNOTED_SECONDS_MAX) {
        unnoted.from ??= said.at;
        unnoted.to = said.at;
      }
      return findings;
    },
    end: (last: number): Found[] => {
      const findings: Found[] = [];
      for (const { seq, keyId, hash, signature } of anchors) {
        if (!isSignedBy(known.keys.get(keyId), { hash, signature })) findings.push({ fault: 'anchor_invalid', seq });
        else if (seq > last) findings.push({ fault: 'chain_truncated', seq });
      }
      for (const head of kept) {
        const { seq } = head;
        if (!isSigned(head, known.keys)) findings.push({ fault: 'kept_head_invalid', seq, at: head.key });
        else if (seq > last && seq >= lastRestore) notes.push({ note: 'kept_head_before_restore', seq });
        else if (seq > last) findings.push({ fault: 'kept_head_beyond_chain', seq });
      }
      if ((unnoted.to ?? 0) - (unnoted.from ?? 0) > UNNOTED_SECONDS_MAX)
        findings.push({ fault: 'anchor_behind', seq: noted });
      return findings;
    },
  };
}

function bySeq<H extends { seq: number }>(heads: readonly H[]): ReadonlyMap<number, H[]> {
  const found = new Map<number, H[]>();
  for (const head of heads) found.set(head.seq, [...(found.get(head.seq) ?? []), head]);
  return found;
}

const isSigned = ({ key, hash, signature }: KeptHead, keys: ReadonlyMap<string, KeyObject>): boolean =>
  isSignedBy(keys.get(keyIdOfFingerprint(key)), { hash, signature });

function isSignedBy(key: KeyObject | undefined, { hash, signature }: { hash: string; signature: string }): boolean {
  try {
    return key !== undefined && verify(null, Buffer.from(hash, 'hex'), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
