import { createHash, hash as digest } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import type { ChainHead, ChainSigner } from './chain-signer.ts';
import type { StateDigests } from './state-names.ts';

/** The events recorded in the audit chain. */
const linkTypes = [
  'account_opened',
  'finalized',
  'paid',
  'payment_reversed',
  'canceled',
  'signed',
  'unsigned',
  'refused',
  'unrefused',
  'signature_asked',
  'signature_opened',
  'signature_reminded',
  'signature_canceled',
  // The signed file has no time stamp; later the chain with its digest was time-stamped.
  'signature_unstamped',
  'signature_covered',
  'recurrence_set',
  'recurrence_ended',
  'recurrence_paused',
  'recurrence_resumed',
  'occurred',
  // An occurrence lacks requirements and stays a draft.
  'recurrence_unmet',
  'formal_notice_made',
  'reminder_set',
  'reminded',
  'refunded',
  // Unapplied money of a customer.
  'given_back',
  // A customer's overpayment, and its removal with a reversed payment.
  'excess_kept',
  'excess_dropped',
  'rendered',
  // A document at an approved platform: handed over or refused, and the statuses of its life cycle.
  'platform_submitted',
  'platform_refused',
  'platform_status',
  // A status this business stated about an invoice, one its platform refused, one of a supplier.
  'status_stated',
  'status_not_accepted',
  'status_received',
  // An e-report handed to a platform, one it refused, and the answers of the tax office.
  'report_transmitted',
  'report_not_accepted',
  'report_status',
  'sent',
  'viewed',
  'archived',
  'unarchived',
  // Changes caused by another document: an estimate whose final invoice was drafted or deleted.
  'moved',
  // The current state that older links (before `stands`) did not record.
  'noted',
  'key_created',
  'key_revoked',
  'settings_changed',
  'person_joined',
  'role_changed',
  'person_left',
  // The deletion of the account: asked for, canceled, begun.
  'deletion_requested',
  'deletion_canceled',
  'deletion_begun',
  'closed',
  // The receipts book and the register of purchases.
  'books_closed',
  // Opening balances that were typed, and their reversal.
  'opening_recorded',
  'opening_reversed',
  // Documents of another program, by the digest of all of them.
  'past_documents_taken_over',
  'past_documents_removed',
  'archive_made',
  'seal_key_changed',
  'seal_key_lost',
  'anchor_begun',
  'restored',
  'clock_corrected',
] as const;
export type LinkType = (typeof linkTypes)[number];

/** Link types that always record the resulting state; in the first version they did not. */
export const linkTypesWithState: readonly LinkType[] = [
  ...(['finalized', 'paid', 'payment_reversed', 'canceled', 'signed', 'unsigned', 'refused', 'unrefused'] as const),
  ...(['signature_asked', 'signature_opened', 'signature_reminded', 'signature_canceled'] as const),
  ...(['signature_unstamped', 'signature_covered'] as const),
  ...(['recurrence_set', 'recurrence_ended', 'recurrence_paused', 'recurrence_resumed', 'occurred'] as const),
  'recurrence_unmet',
  ...(['reminder_set', 'reminded'] as const),
  ...([
    'formal_notice_made',
    'refunded',
    'sent',
    'viewed',
    'archived',
    'unarchived',
    'key_created',
    'key_revoked',
    'settings_changed',
  ] as const),
];

/** Whether a link does not record the resulting state, as in the first version. */
export const lacksState = ({ type, stands }: AuditEvent): boolean =>
  stands === undefined && linkTypesWithState.includes(type);

/**
 * An audit event as recorded in the chain. `sha256` is the hex digest of the canonical JSON of its
 * subject.
 */
export type AuditEvent = {
  type: LinkType;
  /** Unix seconds. */
  at: number;
  actor: string;
  subject: { kind: string; id: string; number?: string };
  /** Cents, if it is about money. */
  totals?: { net: number; vat: number; total: number; currency: string };
  sha256: string;
  /** Other states changed by its transaction, as of then. Absent in the first version. */
  stands?: StateDigests;
  /** The key that signs from here on, if the link introduces one. */
  key?: IntroducedKey;
  /** The corrected clock, if the link is about that. */
  clock?: ClockCorrection;
};

/** A correction of a clock that ran ahead, or that was not compared for long. */
export type ClockCorrection = {
  /** Unix seconds of the previous link and of this one. */
  from: number;
  to: number;
  /** Series dated in the future: their last counter, and the day they continue from. */
  series: readonly { prefix: string; year: number; counter: number; ranTo: string; on: string }[];
};

/** A public key introduced by a link. */
export type IntroducedKey = {
  /** Hex SHA-256 of the public key (DER, SubjectPublicKeyInfo). */
  fingerprint: string;
  /** The DER in base64. */
  publicKey: string;
};

export type ChainLink = { seq: number; link: string; hash: Buffer; keyId: string; signature: Buffer };

/** The `previous` hash of the first link, which binds a chain to its account and mode. */
export const genesis = (accountId: string, test: boolean): Buffer =>
  createHash('sha256')
    .update(`facturier chain ${accountId} ${test ? 'test' : 'live'}`)
    .digest();

/**
 * Creates the next link: canonical JSON with the previous hash, its own hash, and a signature over
 * that. Its time is never before the previous link's, because a transaction may have read the clock
 * before it waited for the lock. Only a clock correction may go back.
 */
export function nextLink(
  head: ChainHead,
  happening: AuditEvent,
  seal: Pick<ChainSigner, 'signer'>,
): ChainLink & { at: number } {
  const seq = head.seq + 1;
  const at = happening.type === 'clock_corrected' ? happening.at : Math.max(happening.at, head.at ?? 0);
  const link = canonicalJson({ seq, previous: head.hash.toString('hex'), ...happening, at });
  const hash = digest('sha256', link, 'buffer');
  const { keyId, sign } = seal.signer(head.keyId);
  return { seq, link, hash, keyId, signature: sign(hash), at };
}

export const sha256Hex = (text: string): string => digest('sha256', text);
