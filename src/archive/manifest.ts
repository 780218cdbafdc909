/** The format of an archive. Whoever changes a member, its order or a line of an index gives it the next number. */
export const FORMAT = 'facturier-archive';
export const FORMAT_VERSION = 1;

/** What an archive is of: its first machine-readable member. */
export type Manifest = {
  readonly format: typeof FORMAT;
  readonly version: typeof FORMAT_VERSION;
  readonly id: string;
  readonly account: string;
  /** The business, as its settings name it on the day the archive is made. */
  readonly name: string;
  readonly mode: 'live' | 'test';
  /** Civil days of the zone, both included: what was recorded on them is in it. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  /** Unix seconds. */
  readonly madeAt: number;
  /** The version of the software that made it. */
  readonly software: string;
  /** The links of the audit chain that are in it, and the one before the first: the hash the first one names. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly before: string;
};
