/** The status of an online signature, by its API names. */
type SignatureStatus = 'requested' | 'activated' | 'on_going' | 'refused' | 'signed' | 'cancelled';

/** Reasons a customer can give for declining. */
export const refusalReasons = ['price', 'delay', 'another_company', 'postponed', 'other'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/**
 * A request for an online signature, stored in `life` of its document. It has the id of the link
 * sent to the customer. Times are Unix seconds.
 */
export type SignatureProcedure = {
  readonly id: string;
  readonly status: SignatureStatus;
  /** The signers; the code is sent to the first address. */
  readonly emails: readonly string[];
  readonly message?: string;
  /** Whether the signer must verify the e-mail address with a code. */
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
  /** The hex digest of the stored signature evidence. */
  readonly evidenceSha256?: string;
  /** Present if the signed file needs a time stamp and no time-stamping authority answered. */
  readonly stamp?: LackingStamp;
};

/** A signed file without its time stamp. Times are Unix seconds. */
type LackingStamp = {
  readonly lackingSince: number;
  /**
   * When an authority time-stamped the audit chain with the digest of the file: the file existed by
   * then.
   */
  readonly coveredAt?: number;
};
