/**
 * The format of an archive. Increase the version when a member, its order or a line of an index
 * changes.
 */
export const FORMAT = 'facturier-archive';
export const FORMAT_VERSION = 3;
/**
 * Every version that was written is checked as it was. Closings of the books came with version 2,
 * typed opening balances and comments on the books with version 3.
 */
const formatVersions = [1, 2, FORMAT_VERSION] as const;
type FormatVersion = (typeof formatVersions)[number];
export const isFormatVersion = (version: unknown): version is FormatVersion =>
  formatVersions.some((known) => known === version);
export const hasBookClosings = ({ version }: Pick<Manifest, 'version'>): boolean => version >= 2;
export const hasBookEntries = ({ version }: Pick<Manifest, 'version'>): boolean => version >= 3;

/** The contents of an archive: its first machine-readable member. */
export type Manifest = {
  readonly format: typeof FORMAT;
  readonly version: FormatVersion;
  readonly id: string;
  readonly account: string;
  /** The business, as named in its settings when the archive is created. */
  readonly name: string;
  readonly mode: 'live' | 'test';
  /** Civil days of the zone, both included: everything recorded on them is in the archive. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  /** Unix seconds. */
  readonly madeAt: number;
  /** The version of the software that created it. */
  readonly software: string;
  /** The audit-chain links it contains, and the previous hash, named by the first one. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly before: string;
};
