import { createHash } from 'node:crypto';
import type { AuditSeal, ChainHead } from './audit-seal.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Stands } from './stands.ts';

/** What the audit chain records. */
export const linkTypes = [
  'account_opened',
  'finalized',
  'paid',
  'payment_reversed',
  'canceled',
  'signed',
  'unsigned',
  'refused',
  'unrefused',
  'refunded',
  'rendered',
  'sent',
  'archived',
  'unarchived',
  // What follows from another document: an estimate whose final invoice was drafted, or deleted.
  'moved',
  // What links of before `stands` left unsaid, as it is today.
  'noted',
  'key_created',
  'key_revoked',
  'settings_changed',
  'closed',
  'archive_made',
] as const;
export type LinkType = (typeof linkTypes)[number];

/** What happened, as the chain records it. `sha256` is the hex digest of the canonical JSON of what it is about. */
export type Happening = {
  type: LinkType;
  /** Unix seconds. */
  at: number;
  actor: string;
  subject: { kind: string; id: string; number?: string };
  /** Cents, where it is about money. */
  totals?: { net: number; vat: number; total: number; currency: string };
  sha256: string;
  /** What its transaction changed beside that, as it stands from then on. Links of the first version lack it. */
  stands?: Stands;
};

export type ChainLink = { seq: number; link: string; hash: Buffer; keyId: string; signature: Buffer };

/** The first link of a chain points here: a chain cannot be moved to another account or mode. */
export const genesis = (accountId: string, test: boolean): Buffer =>
  createHash('sha256')
    .update(`facturier chain ${accountId} ${test ? 'test' : 'live'}`)
    .digest();

/** Forges the next link: canonical JSON that holds the hash before it, its own hash, and a signature over that. */
export function nextLink(head: ChainHead, happening: Happening, seal: AuditSeal): ChainLink {
  const seq = head.seq + 1;
  const link = canonicalJson({ seq, previous: head.hash.toString('hex'), ...happening });
  const hash = createHash('sha256').update(link).digest();
  return { seq, link, hash, keyId: seal.keyId, signature: seal.sign(hash) };
}

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
