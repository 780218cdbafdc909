/** How much one account may use of a service shared with others. 0 means no limit. */
export type Quotas = {
  /**
   * Documents created per day (UTC), drafts included. Documents that correct an invoice or an
   * advance are always allowed.
   */
  readonly documentsPerDay: number;
  /**
   * Bytes of stored files: attachments beyond the limit are refused. Files the law requires are
   * always stored.
   */
  readonly storedBytes: number;
  /**
   * Mails in the last 24 hours, counted separately for live and test: limits the spam sent with a
   * stolen key.
   */
  readonly mailsPerDay: number;
};

/** The quotas of an account unless the operator sets others. */
export const defaultQuotas: Quotas = { documentsPerDay: 100_000, storedBytes: 20 * 1024 ** 3, mailsPerDay: 1_000 };

/** Whether `more` still fits within the limit. */
export const fits = (used: number, more: number, limit: number): boolean => limit === 0 || used + more <= limit;

/**
 * How many documents a process reserves at a time: enough to rarely write the count, and at most a
 * twentieth of the day, because what a process reserves and does not use is lost for that day.
 */
export const blockOf = (limit: number): number => Math.max(1, Math.min(BLOCK_MAX, Math.floor(limit / 20)));

const BLOCK_MAX = 100;
