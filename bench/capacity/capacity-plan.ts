/** Milliseconds of processor time of the server and of PostgreSQL. */
export type Work = { readonly server: number; readonly postgres: number };

/** Needs measured on one machine. Bytes include indexes. */
export type Measured = {
  readonly bytes: {
    /** Rows of an account, kept forever. */
    readonly account: number;
    /** Rows of a finalized document, kept forever. */
    readonly document: number;
    /** Rows of a document kept for a day: responses for idempotency keys. */
    readonly answers: number;
    /** Rows of a document kept for thirty days: its event, one delivery and its attempt. */
    readonly events: number;
    /** Its PDF, kept forever. */
    readonly pdf: number;
    /** WAL written for it, which replicas and archives receive. */
    readonly log: number;
  };
  readonly work: {
    /** Creating and finalizing. */
    readonly document: Work;
    /** One read. */
    readonly read: Work;
    /** Delivering one event. */
    readonly delivery: Work;
    /** Rendering one PDF in a printer process, and storing it. */
    readonly pdf: Work & { readonly printer: number };
  };
};

/** The load to plan for. */
export type Need = {
  readonly accounts: number;
  /** Finalized documents per account and year; each is rendered once. */
  readonly documentsAYear: number;
  readonly years: number;
  readonly readsPerDocument: number;
  readonly deliveriesPerDocument: number;
  /** Ratio of the busiest second to the average: an assumption. */
  readonly peak: number;
  /** Files are in an object store (FILES_URL) instead of PostgreSQL. */
  readonly filesElsewhere: boolean;
};

/** A machine size available for each component. */
export type Machine = { readonly processors: number; readonly diskBytes: number };

export type Step = 'one machine' | 'several processes' | 'spread';
export type Plan = {
  readonly documents: { readonly aYear: number; readonly aSecond: number; readonly atPeak: number };
  /** Bytes. Standing: kept for days, independent of the years. */
  readonly rows: { readonly aYear: number; readonly standing: number; readonly afterYears: number };
  readonly files: { readonly aYear: number; readonly afterYears: number };
  /** Bytes per day. */
  readonly log: number;
  /** Processors for the busiest second, each half idle. */
  readonly processors: { readonly server: number; readonly postgres: number; readonly printers: number };
  readonly step: Step;
  /** Processes of the service, their connections to PostgreSQL, and the maximum memory of those. */
  readonly processes: number;
  readonly connections: number;
  readonly connectionBytes: number;
  /**
   * Machines for the service and for PostgreSQL (without replicas), and disk bytes of each of the
   * latter.
   */
  readonly machines: { readonly service: number; readonly postgres: number; readonly diskBytes: number };
};

const DAY = 86_400;
const YEAR = 365 * DAY;
/** Days that responses and events are kept. */
const ANSWERS_DAYS = 1;
const EVENTS_DAYS = 30;
/** At peak a processor is half busy; a disk is filled to seventy percent at most. */
const BUSY_MOST = 0.5;
const FULL_MOST = 0.7;
/** A process uses one processor and this many connections: its pool, and one for LISTEN. */
const CONNECTIONS_OF_PROCESS = 7;
/**
 * Maximum memory of a PostgreSQL connection: plain, and with Citus planning (measured: 60 to 130
 * MB).
 */
const CONNECTION_BYTES = { plain: 13e6, spread: 130e6 };
/**
 * Write throughput of a Citus node relative to plain PostgreSQL on the same hardware (measured:
 * 0.25 to 0.43; the plan uses the minimum), and the number of nodes from which sharding pays.
 */
const SPREAD_SHARE = 0.25;
const SPREAD_NODES_MIN = 4;

/**
 * Extrapolates the needs of a load from measurements on one machine. Calculated, not tested: it
 * shows where to look first.
 */
export function planFor(need: Need, measured: Measured, machine: Machine): Plan {
  const aYear = need.accounts * need.documentsAYear;
  const aSecond = aYear / YEAR;
  const atPeak = aSecond * need.peak;
  const { bytes } = measured;
  const rowsAYear = aYear * bytes.document;
  const standing = (aYear / 365) * (bytes.answers * ANSWERS_DAYS + bytes.events * EVENTS_DAYS);
  const rows = {
    aYear: rowsAYear,
    standing,
    afterYears: need.accounts * bytes.account + rowsAYear * need.years + standing,
  };
  const files = { aYear: aYear * bytes.pdf, afterYears: aYear * bytes.pdf * need.years };
  const processors = processorsAt(atPeak, need, measured);
  const stored = (rows.afterYears + (need.filesElsewhere ? 0 : files.afterYears)) / FULL_MOST;
  const step = stepFor(processors, stored, machine);
  const processes = Math.max(1, Math.ceil(processors.server));
  const connections = processes * CONNECTIONS_OF_PROCESS;
  const nodes = step === 'spread' ? nodesFor(processors.postgres, stored, machine) : 1;
  return {
    documents: { aYear, aSecond, atPeak },
    ...{ rows, files, log: (aYear / 365) * bytes.log, processors, step, processes, connections },
    connectionBytes: connections * CONNECTION_BYTES[step === 'spread' ? 'spread' : 'plain'],
    machines: {
      service: step === 'one machine' ? 0 : Math.ceil((processors.server + processors.printers) / machine.processors),
      postgres: nodes,
      diskBytes: stored / nodes,
    },
  };
}

function processorsAt(atPeak: number, need: Need, { work }: Measured): Plan['processors'] {
  const of = (who: keyof Work): number =>
    work.document[who] +
    work.read[who] * need.readsPerDocument +
    work.delivery[who] * need.deliveriesPerDocument +
    work.pdf[who];
  const needed = (ms: number): number => (atPeak * ms) / 1_000 / BUSY_MOST;
  return { server: needed(of('server')), postgres: needed(of('postgres')), printers: needed(work.pdf.printer) };
}

/** The first step that is sufficient: each costs more than the previous one. */
function stepFor({ server, postgres, printers }: Plan['processors'], stored: number, machine: Machine): Step {
  if (stored > machine.diskBytes || postgres > machine.processors) return 'spread';
  return server + postgres + printers > machine.processors ? 'several processes' : 'one machine';
}

const nodesFor = (postgres: number, stored: number, { processors, diskBytes }: Machine): number =>
  Math.max(SPREAD_NODES_MIN, Math.ceil(postgres / SPREAD_SHARE / processors), Math.ceil(stored / diskBytes));
