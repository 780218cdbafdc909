/** How far a customer has come who was asked to sign online (by the names of the interface). */
type SignatureStatus = 'requested' | 'activated' | 'on_going' | 'refused' | 'signed' | 'cancelled';

/** Why a customer declines, where he says it. */
export const refusalReasons = ['price', 'delay', 'another_company', 'postponed', 'other'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/**
 * One asking for a signature online, a part of its document's life. Its id is that of the link its customer is sent. Times are Unix
 * seconds.
 */
export type SignatureProcedure = {
  readonly id: string;
  readonly status: SignatureStatus;
  /** Who is asked; the first of them is sent the code. */
  readonly emails: readonly string[];
  readonly message?: string;
  /** He proves by a code sent to him that the address is his. */
  readonly withCode: boolean;
  readonly askedAt: number;
  readonly askedBy: string;
  readonly activatedAt?: number;
  readonly remindedAt?: number;
  readonly reminders: number;
  readonly openedAt?: number;
  readonly emailVerifiedAt?: number;
  readonly signer?: string;
  readonly signedAt?: number;
  readonly refusedAt?: number;
  readonly reason?: RefusalReason;
  readonly word?: string;
  readonly canceledAt?: number;
  /** The digest of the evidence that was kept of the signature, hex. */
  readonly evidenceSha256?: string;
  /** There where the authority that was to stamp the seal did not. */
  readonly stamp?: LackingStamp;
};

/** A signed file without the stamp it was to have. Times are Unix seconds. */
type LackingStamp = {
  readonly lackingSince: number;
  /** When an authority stamped the audit chain that tells the digest of the file: it existed by then. */
  readonly coveredAt?: number;
};
