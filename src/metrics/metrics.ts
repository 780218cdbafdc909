/**
 * Result of one delivery attempt. `refused`: an error response, retried like `unreachable` and
 * `unsigned` (nothing was sent, because the secret cannot be decrypted here).
 */
export type DeliveryOutcome = 'taken' | 'refused' | 'unreachable' | 'unsigned' | 'given_up';
/** Result of one attempt to send a mail; `waiting` is retried. */
type MailOutcome = 'sent' | 'waiting' | 'given_up';

/**
 * Records what a process does, as it happens. Never receives the identity of an account or user.
 */
export type MetricsRecorder = {
  /** A request was answered: `operation` is our own name, never a path. */
  readonly answered: (request: { operation: string; status: number; ms: number }) => void;
  /** A job of a queue ran, to its end or to an error. */
  readonly ran: (job: { lane: string; wentWell: boolean; ms: number }) => void;
  readonly delivered: (outcome: DeliveryOutcome) => void;
  readonly mailed: (outcome: MailOutcome) => void;
  /** A statement took longer than SLOW_STATEMENT_MS. */
  readonly slowStatement: () => void;
};

/** A queue of waiting work in a process. */
export type QueueFigures = { readonly lane: string; readonly waiting: number; readonly oldestSeconds: number };

/** Current state of a process, read at each scrape without I/O. */
export type ProcessFigures = {
  readonly connections: {
    readonly open: number;
    readonly idle: number;
    readonly waiting: number;
    readonly most: number;
  };
  readonly lanes: readonly QueueFigures[];
  /** Uncaught errors since its start. */
  readonly strayFailures: number;
  /** With READ_DATABASE_URL: whether the replica is in use, and its maximum lag. */
  readonly replica?: { readonly isInUse: boolean; readonly lagSeconds: number | undefined };
  /**
   * Seconds the oldest signed head of an audit chain has waited to be written to the data folder; 0
   * if none waits.
   */
  readonly headsSeconds: number;
  /**
   * Bytes of the log of recently recorded heads, compacted from time to time; it stays below a few
   * MiB.
   */
  readonly headsBytes: number;
};

/** Jobs of a queue, of all accounts. */
export type WorkFigures = {
  readonly lane: string;
  /** Due jobs not yet run. */
  readonly due: number;
  /** Seconds the oldest has been due; 0 if none is. */
  readonly oldestSeconds: number;
  /** Age in seconds that indicates a problem. */
  readonly lateAfterSeconds: number;
};

/** A program the installation depends on. */
export type ReleaseFigures = {
  readonly program: string;
  readonly version: string;
  readonly ageSeconds: number;
  readonly roundsBehind?: number;
};

/** State of an installation, the same in all its processes. Seconds; unknown values are absent. */
export type InstallationFigures = {
  readonly databaseAnswers: boolean;
  /** Queues enabled by the configuration; empty if the database does not respond. */
  readonly work: readonly WorkFigures[];
  /** Since the last backup made from this data folder. */
  readonly backupSeconds?: number;
  /**
   * Since the last verification of the whole installation from this data folder, and its number of
   * findings.
   */
  readonly verifySeconds?: number;
  readonly verifyFindings?: number;
  /** Since the date of the latest reference rates. */
  readonly ratesSeconds?: number;
  /**
   * Since the running versions of PostgreSQL and Node were released, and the number of security
   * releases since.
   */
  readonly releases: readonly ReleaseFigures[];
  /** Until the HTTPS certificate expires; negative afterwards. */
  readonly certificateSeconds?: number;
  /** Failed attempts to obtain the certificate for DOMAIN since the last one. */
  readonly certificateFailures?: number;
};
