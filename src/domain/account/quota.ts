/** What one account may use of a service that others share. 0 sets no limit. */
export type Quotas = {
  /** Documents made in a day (UTC), drafts included. What corrects an invoice or an advance is never held back. */
  readonly documentsPerDay: number;
  /** Bytes of files kept: attachments are refused beyond it. What the law wants printed and kept is kept all the same. */
  readonly storedBytes: number;
  /** Mails in the last 24 hours, live and test apart: whoever gets hold of a key does not send for the whole world. */
  readonly mailsPerDay: number;
};

/** What an account has unless the operator says otherwise. */
export const defaultQuotas: Quotas = { documentsPerDay: 100_000, storedBytes: 20 * 1024 ** 3, mailsPerDay: 1_000 };

/** Whether `more` still fits beside what is used already. */
export const fits = (used: number, more: number, limit: number): boolean => limit === 0 || used + more <= limit;

/**
 * How many documents a process reserves at a time: enough that the count is seldom written, and never more than a twentieth
 * of the day, since what a process reserved and did not use is lost for that day.
 */
export const blockOf = (limit: number): number => Math.max(1, Math.min(BLOCK_MAX, Math.floor(limit / 20)));

const BLOCK_MAX = 100;
