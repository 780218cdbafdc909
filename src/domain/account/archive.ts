import { type CivilDay, isCivilDay } from '../time/civil-day.ts';

/**
 * Archives that an account keeps per mode, including those being prepared and those that failed.
 */
export const ARCHIVES_MAX = 5;
/** Days a file is kept after it was made: it can be made again. */
export const ARCHIVE_KEPT_DAYS = 7;
/** Bytes of the file of one archive. The command has no limit. */
export const ARCHIVE_BYTES_MAX = 1_024 ** 3;
/** Bytes of a stored part of the file: what making and downloading keep in memory. */
export const ARCHIVE_PART_BYTES = 4 * 1_024 ** 2;
/** Attempts after internal errors, before an archive is given up. */
export const ARCHIVE_TRIES_MAX = 5;

/** Runs, including those cut off with their process, before an archive is given up. */
export const ARCHIVE_RUNS_MAX = 20;

/** Bytes of the end of an archive: the signed statement as a tar member, and two empty blocks. */
export const ARCHIVE_END_BYTES = 2_560;

/** Why a file is not an intact archive of the account, in the order in which they are checked. */
export const archiveCheckFaults = [
  'end_missing',
  'key_unknown',
  'signature_invalid',
  'other_account',
  'other_mode',
  'changed',
  'not_recorded',
] as const;
export type ArchiveCheckFault = (typeof archiveCheckFaults)[number];

export const archiveStates = ['waiting', 'under_way', 'ready', 'failed'] as const;
type ArchiveState = (typeof archiveStates)[number];

export const archiveFailures = [
  'nothing_recorded',
  'records_altered',
  'too_large',
  'storage_full',
  'not_written',
] as const;
export type ArchiveFailure = (typeof archiveFailures)[number];

/** The contents of a finished archive. */
export type ArchiveContents = {
  /** Hex SHA-256 of the whole file. */
  readonly sha256: string;
  /** Hex SHA-256 of the file without its signature, which the audit trail records. */
  readonly signedSha256: string;
  /** Hex SHA-256 of the key that signed the file. */
  readonly fingerprint: string;
  readonly links: number;
  readonly documents: number;
  readonly payments: number;
  readonly closures: number;
  /** Closings of the books; absent if it was made before archives had them. */
  readonly bookClosings?: number;
  readonly files: number;
};

/** An archive of the days `from` to `to`, both included, of one mode. */
export type Archive = {
  readonly id: string;
  readonly test: boolean;
  readonly from: CivilDay;
  readonly to: CivilDay;
  readonly actor: string;
  readonly state: ArchiveState;
  /** Unix seconds by the machine's clock. */
  readonly createdAt: number;
  /** When it became ready or failed. */
  readonly endedAt?: number;
  readonly failure?: ArchiveFailure;
  readonly size?: number;
  readonly made?: ArchiveContents;
};

/** When an archive that ended is deleted, in Unix seconds. */
export const archiveExpiry = (endedAt: number): number => endedAt + ARCHIVE_KEPT_DAYS * 86_400;

/** What is wrong with the days of an archive: `day` is not one, or their order. */
export type ArchiveSpanFault =
  | { readonly fault: 'not_a_day'; readonly day: string }
  | { readonly fault: 'reversed' | 'in_future' };

/** The first day an archive can begin on: the day before has no start in every time zone. */
const FIRST_DAY = '1970-01-02';

/** Checks the days of an archive; undefined if they can be archived. */
export function archiveSpanFault(span: { from: string; to: string; today: CivilDay }): ArchiveSpanFault | undefined {
  const { from, to, today } = span;
  for (const day of [from, to]) if (!isCivilDay(day) || day < FIRST_DAY) return { fault: 'not_a_day', day };
  if (from > to) return { fault: 'reversed' };
  if (to > today) return { fault: 'in_future' };
  return undefined;
}

export type ArchiveRefusal =
  | { refused: 'archive_not_found' }
  | {
      refused: 'archive_span_unusable';
      reason: ArchiveSpanFault['fault'] | 'nothing_recorded';
      today: CivilDay;
    }
  | { refused: 'too_many_archives'; limit: number }
  | { refused: 'archive_not_ready'; state: ArchiveState };
