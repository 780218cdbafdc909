/** Exports that an account keeps per mode, including those being prepared and those that failed. */
export const ACCOUNT_EXPORTS_MAX = 2;
/** Days a file is kept after it was made: it can be made again. */
export const ACCOUNT_EXPORT_KEPT_DAYS = 7;
/** Bytes of the file of one export. The command has no limit. */
export const ACCOUNT_EXPORT_BYTES_MAX = 2 * 1_024 ** 3;
/** Bytes of a stored part of the file: what making and downloading keep in memory. */
export const ACCOUNT_EXPORT_PART_BYTES = 4 * 1_024 ** 2;
/** Attempts after internal errors, before an export is given up. */
export const ACCOUNT_EXPORT_TRIES_MAX = 5;
/** Runs, including those cut off with their process, before an export is given up. */
export const ACCOUNT_EXPORT_RUNS_MAX = 20;

export const accountExportStates = ['waiting', 'under_way', 'ready', 'failed'] as const;
type AccountExportState = (typeof accountExportStates)[number];

export const accountExportFailures = ['records_altered', 'too_large', 'storage_full', 'not_written'] as const;
export type AccountExportFailure = (typeof accountExportFailures)[number];

/** The contents of a finished export. */
export type AccountExportContents = {
  /** Hex SHA-256 of the whole file. */
  readonly sha256: string;
  /** Rows of all tables. */
  readonly records: number;
  readonly documents: number;
  readonly files: number;
};

/** Everything an account has, as one file: both modes, or test mode alone. */
export type AccountExport = {
  readonly id: string;
  readonly test: boolean;
  readonly actor: string;
  readonly state: AccountExportState;
  /** Unix seconds by the machine's clock. */
  readonly createdAt: number;
  /** When it became ready or failed. */
  readonly endedAt?: number;
  readonly failure?: AccountExportFailure;
  readonly size?: number;
  readonly made?: AccountExportContents;
};

/** When an export that ended is deleted, in Unix seconds. */
export const accountExportExpiry = (endedAt: number): number => endedAt + ACCOUNT_EXPORT_KEPT_DAYS * 86_400;

export type AccountExportRefusal =
  | { refused: 'account_export_not_found' }
  | { refused: 'too_many_account_exports'; limit: number }
  | { refused: 'account_export_not_ready'; state: AccountExportState };
