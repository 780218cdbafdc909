/**
 * What one try to deliver an event came to. `refused`: answered, and not well; it is tried again, as is what was `unreachable`, or
 * `unsigned`: nobody was asked, for its secret cannot be read here.
 */
export type DeliveryOutcome = 'taken' | 'refused' | 'unreachable' | 'unsigned' | 'given_up';
/** What one try to send a mail came to; what is `waiting` is tried again. */
type MailOutcome = 'sent' | 'waiting' | 'given_up';

/** Who watches what a process answers and does. Told as it happens; nothing it is told says whose it was. */
export type MetricsRecorder = {
  /** A request was answered: `operation` is a name of ours, never a path. */
  readonly answered: (request: { operation: string; status: number; ms: number }) => void;
  /** A job of a lane ran, to its end or to its failure. */
  readonly ran: (job: { lane: string; wentWell: boolean; ms: number }) => void;
  readonly delivered: (outcome: DeliveryOutcome) => void;
  readonly mailed: (outcome: MailOutcome) => void;
  /** A statement took longer than SLOW_STATEMENT_MS. */
  readonly slowStatement: () => void;
};

/** A lane of a process where work waits its turn. */
export type QueueFigures = { readonly lane: string; readonly waiting: number; readonly oldestSeconds: number };

/** How a process stands now. Read at each look; reading asks nobody. */
export type ProcessFigures = {
  readonly connections: {
    readonly open: number;
    readonly idle: number;
    readonly waiting: number;
    readonly most: number;
  };
  readonly lanes: readonly QueueFigures[];
  /** Failures nobody caught since it started. */
  readonly strayFailures: number;
  /** Where READ_DATABASE_URL is set: whether the replica is asked, and how old what it shows may be. */
  readonly replica?: { readonly isInUse: boolean; readonly lagSeconds: number | undefined };
  /** Seconds the oldest signed head has waited to be written into the data folder; 0 where none waits. */
  readonly headsSeconds: number;
  /** Bytes of the file of heads that is folded from time to time; it stays below a few MiB. */
  readonly headsBytes: number;
};

/** Work of a lane, of every account. */
export type WorkFigures = {
  readonly lane: string;
  /** Jobs that are due and not done. */
  readonly due: number;
  /** Seconds the oldest of them has been due; 0 where none is. */
  readonly oldestSeconds: number;
  /** Seconds from which on that says that something is wrong. */
  readonly lateAfterSeconds: number;
};

/** A program the installation stands on. */
export type ReleaseFigures = {
  readonly program: string;
  readonly version: string;
  readonly ageSeconds: number;
  readonly roundsBehind?: number;
};

/** How an installation stands, whichever of its processes says so. Seconds; what nobody knows is absent. */
export type InstallationFigures = {
  readonly databaseAnswers: boolean;
  /** Lanes that are served under these settings; none where the database does not answer. */
  readonly work: readonly WorkFigures[];
  /** Since the last copy made from this data folder. */
  readonly backupSeconds?: number;
  /** Since the whole installation was verified from this data folder, and what was found then. */
  readonly verifySeconds?: number;
  readonly verifyFindings?: number;
  /** Since the day of the newest reference rates. */
  readonly ratesSeconds?: number;
  /** Since the running versions of PostgreSQL and Node came out, and rounds of security fixes since. */
  readonly releases: readonly ReleaseFigures[];
  /** Until the certificate HTTPS is served with ends; below 0 where it has. */
  readonly certificateSeconds?: number;
};
