import { createHash, hash as digest } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import type { ChainHead, ChainSigner } from './chain-signer.ts';
import type { StateDigests } from './state-names.ts';

/** What the audit chain records. */
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
  // The signed file has no time stamp; then the chain that tells it was stamped.
  'signature_unstamped',
  'signature_covered',
  'recurrence_set',
  'recurrence_ended',
  'recurrence_paused',
  'recurrence_resumed',
  'occurred',
  // What was made lacks something and stays a draft.
  'recurrence_unmet',
  'formal_notice_made',
  'reminder_set',
  'reminded',
  'refunded',
  // Money of a customer that no document could take.
  'given_back',
  // What a customer paid beyond what was due, and that it went with a payment that was taken back.
  'excess_kept',
  'excess_dropped',
  'rendered',
  'sent',
  'viewed',
  'archived',
  'unarchived',
  // What follows from another document: an estimate whose final invoice was drafted, or deleted.
  'moved',
  // What links of before `stands` left unsaid, as it is today.
  'noted',
  'key_created',
  'key_revoked',
  'settings_changed',
  'person_joined',
  'role_changed',
  'person_left',
  'closed',
  'archive_made',
  'seal_key_changed',
  'seal_key_lost',
  'anchor_begun',
  'restored',
  'clock_corrected',
] as const;
export type LinkType = (typeof linkTypes)[number];

/** Those whose links always say what stands after them; the first version had them too, and said nothing of it. */
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

/** Whether a link left unsaid what stands after it: only the first version did. */
export const lacksState = ({ type, stands }: Happening): boolean =>
  stands === undefined && linkTypesWithState.includes(type);

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
  stands?: StateDigests;
  /** The key that signs from here on, where the link is about that. */
  key?: IntroducedKey;
  /** What the clock was corrected from and to, where the link is about that. */
  clock?: ClockCorrection;
};

/** A clock that ran ahead, or that nobody heard for long, is right again. */
export type ClockCorrection = {
  /** Unix seconds: of the link before, and of this one. */
  from: number;
  to: number;
  /** Series whose days had run ahead: their last counter, and the day they go on from. */
  series: readonly { prefix: string; year: number; counter: number; ranTo: string; on: string }[];
};

/** A public key as a link introduces it. */
export type IntroducedKey = {
  /** Hex SHA-256 of the public key (DER, SubjectPublicKeyInfo). */
  fingerprint: string;
  /** That DER in base64. */
  publicKey: string;
};

export type ChainLink = { seq: number; link: string; hash: Buffer; keyId: string; signature: Buffer };

/** The first link of a chain points here: a chain cannot be moved to another account or mode. */
export const genesis = (accountId: string, test: boolean): Buffer =>
  createHash('sha256')
    .update(`facturier chain ${accountId} ${test ? 'test' : 'live'}`)
    .digest();

/**
 * Forges the next link: canonical JSON that holds the hash before it, its own hash, and a signature over that. Its time is
 * never before that of the link before: whoever waited for the lock took his time earlier. Only what corrects the clock may
 * go back.
 */
export function nextLink(
  head: ChainHead,
  happening: Happening,
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
