import { createHash, type KeyObject, verify } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import { type AuditEvent, genesis } from './chain-link.ts';
import type { ChainHead } from './chain-signer.ts';
import {
  type KnownHeadsMismatch,
  type KnownHeadsNote,
  type KnownHeadsOfChain,
  knownHeadsVerifier,
} from './verify-known-heads.ts';
import { type KeyFault, type KeyNote, type KnownKeys, signingKeyVerifier } from './verify-signing-keys.ts';

/** A stored link. */
export type StoredLink = { seq: number; link: string; hash: Buffer; keyId: string; signature: Buffer };

/** What can be wrong with a chain. */
export type ChainFault =
  | 'link_missing'
  | 'link_out_of_place'
  | 'link_not_joined'
  | 'link_changed'
  | 'link_unreadable'
  | 'link_not_canonical'
  | 'link_before_previous'
  | 'signature_invalid'
  | 'signing_key_unknown'
  | 'head_missing'
  | 'head_differs'
  | 'chain_truncated'
  | KeyFault
  | KnownHeadsMismatch;

/** `at` gives details, such as the fingerprint of a key. */
type ChainFinding = { fault: ChainFault; seq: number; at?: string };

/** Information about a chain for the person who verifies it; not a fault. */
export type ChainNote = { note: KeyNote | KnownHeadsNote | 'clock_corrected'; seq: number; at?: string };

export type ChainVerifier = {
  /** Checks the next link in order; returns its event if it can be parsed. */
  next: (stored: StoredLink) => { said: AuditEvent | undefined; findings: ChainFinding[] };
  /** Compares the end with the head in the database and the heads known outside it. */
  end: (head: ChainHead | undefined) => ChainFinding[];
  /** The notes, after the end. */
  notes: () => ChainNote[];
};

/** What is known of one chain outside the database. */
export type KnownOfChain = KnownKeys & KnownHeadsOfChain;

/**
 * Seconds by which older links (before heads stored their time) may be out of order: their time was
 * read before they waited for the lock. Later links (with `stands`) must be in order.
 */
const EARLIER_DISORDER_SECONDS = 60;

/**
 * Verifies one chain, link by link, in constant memory. Pure: the caller reads the links in the
 * order of `seq`. It detects any change, deletion, insertion, reordering or truncation.
 */
export function chainVerifier(whose: { accountId: string; test: boolean }, known: KnownOfChain): ChainVerifier {
  let last: ChainHead = { seq: 0, hash: genesis(whose.accountId, whose.test) };
  let lastAt = 0;
  const notes: ChainNote[] = [];
  const keys = signingKeyVerifier(known);
  const outside = knownHeadsVerifier(known);
  const ordered = (said: AuditEvent | undefined): ChainFault[] => {
    if (!said || !Number.isSafeInteger(said.at)) return [];
    const before = lastAt;
    lastAt = said.at;
    if (said.type === 'clock_corrected') return [];
    return said.at < before - ('stands' in said ? 0 : EARLIER_DISORDER_SECONDS) ? ['link_before_previous'] : [];
  };
  return {
    next: (stored) => {
      const said = read(stored.link);
      const faults = [...placeOf(stored, last), ...checked(stored, said, last, known.keys), ...ordered(said)];
      const findings: ChainFinding[] = faults.map((fault) => ({ fault, seq: stored.seq }));
      for (const watch of [keys, outside]) findings.push(...watch.next(stored, said));
      if (said?.type === 'clock_corrected') notes.push({ note: 'clock_corrected', seq: stored.seq });
      last = { seq: stored.seq, hash: stored.hash };
      return { said, findings };
    },
    end: (head) => {
      const findings: ChainFinding[] = [];
      if (!head) findings.push({ fault: 'head_missing', seq: last.seq });
      else if (head.seq !== last.seq || !head.hash.equals(last.hash)) {
        findings.push({ fault: 'head_differs', seq: head.seq });
      }
      return [...findings, ...keys.end(last.seq), ...outside.end(last.seq)];
    },
    notes: () => [...notes, ...keys.notes, ...outside.notes],
  };
}

function placeOf(stored: StoredLink, last: ChainHead): ChainFault[] {
  if (stored.seq === last.seq + 1) return [];
  return [stored.seq > last.seq ? 'link_missing' : 'link_out_of_place'];
}

function checked(
  stored: StoredLink,
  said: Said | undefined,
  last: ChainHead,
  keys: ReadonlyMap<string, KeyObject>,
): ChainFault[] {
  const faults: ChainFault[] = [];
  if (!said) faults.push('link_unreadable');
  else if (canonicalJson(said) !== stored.link) faults.push('link_not_canonical');
  if (said && said.previous !== last.hash.toString('hex')) faults.push('link_not_joined');
  if (said && said.seq !== stored.seq) faults.push('link_out_of_place');
  if (!createHash('sha256').update(stored.link).digest().equals(stored.hash)) faults.push('link_changed');
  const key = keys.get(stored.keyId);
  if (!key) faults.push('signing_key_unknown');
  else if (!verify(null, stored.hash, key, stored.signature)) faults.push('signature_invalid');
  return faults;
}

type Said = AuditEvent & { seq: number; previous: string };

function read(link: string): Said | undefined {
  try {
    const said = JSON.parse(link);
    return typeof said === 'object' && said !== null && typeof said.subject === 'object' ? said : undefined;
  } catch {
    return undefined;
  }
}
