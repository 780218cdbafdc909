/** Milliseconds of processor: the server's, and that of PostgreSQL. */
export type Work = { readonly server: number; readonly postgres: number };

/** What one machine was measured to need. Bytes with their indexes. */
export type Measured = {
  readonly bytes: {
    /** Rows of an account, kept for ever. */
    readonly account: number;
    /** Rows of a finalized document, kept for ever. */
    readonly document: number;
    /** Rows of a document that are kept for a day: answers for idempotency keys. */
    readonly answers: number;
    /** Rows of a document that are kept for thirty days: its event, one delivery of it and its try. */
    readonly events: number;
    /** Its PDF, kept for ever. */
    readonly pdf: number;
    /** What PostgreSQL writes of it into its log: what a replica and an archive are sent. */
    readonly log: number;
  };
  readonly work: {
    /** To be made and finalized. */
    readonly document: Work;
    /** To be read, once. */
    readonly read: Work;
    /** To deliver one event. */
    readonly delivery: Work;
    /** To print one PDF: by a process of its own, and to keep it. */
    readonly pdf: Work & { readonly printer: number };
  };
};

/** What is to be carried. */
export type Need = {
  readonly accounts: number;
  /** Documents of an account in a year, finalized; each is printed once. */
  readonly documentsAYear: number;
  readonly years: number;
  readonly readsPerDocument: number;
  readonly deliveriesPerDocument: number;
  /** The busiest second over the mean one: an assumption, since nobody's figures are like another's. */
  readonly peak: number;
  /** Files are kept in an object store (FILES_URL), and not in PostgreSQL. */
  readonly filesElsewhere: boolean;
};

/** A machine one can have: each step is made of such. */
export type Machine = { readonly processors: number; readonly diskBytes: number };

export type Step = 'one machine' | 'several processes' | 'spread';
export type Plan = {
  readonly documents: { readonly aYear: number; readonly aSecond: number; readonly atPeak: number };
  /** Bytes. Standing: what is kept for days, however many years go by. */
  readonly rows: { readonly aYear: number; readonly standing: number; readonly afterYears: number };
  readonly files: { readonly aYear: number; readonly afterYears: number };
  /** Bytes a day. */
  readonly log: number;
  /** Processors that the busiest second needs, each kept half idle. */
  readonly processors: { readonly server: number; readonly postgres: number; readonly printers: number };
  readonly step: Step;
  /** Processes of the service, connections they hold to PostgreSQL, and what these take there at most. */
  readonly processes: number;
  readonly connections: number;
  readonly connectionBytes: number;
  /** Machines for the service, for PostgreSQL (replicas aside), and bytes of disk each of the latter must have. */
  readonly machines: { readonly service: number; readonly postgres: number; readonly diskBytes: number };
};

const DAY = 86_400;
const YEAR = 365 * DAY;
/** Days answers and events are kept. */
const ANSWERS_DAYS = 1;
const EVENTS_DAYS = 30;
/** At the peak a processor is half busy, and a disk is never fuller than seven tenths. */
const BUSY_MOST = 0.5;
const FULL_MOST = 0.7;
/** A process does its work on one processor, and holds so many connections: its pool, and the one that listens. */
const CONNECTIONS_OF_PROCESS = 7;
/** What a connection takes of PostgreSQL at most: plain, and where it plans for shards (measured: 60 to 130 MB). */
const CONNECTION_BYTES = { plain: 13e6, spread: 130e6 };
/**
 * What a node of a spread PostgreSQL does of what a plain one does on the same hardware, on writes (measured: 0.25 to 0.43; the
 * least is planned with), and how many nodes it takes to win anything.
 */
const SPREAD_SHARE = 0.25;
const SPREAD_NODES_MIN = 4;

/** What it takes to carry so much, by what was measured on one machine; multiplied, not tried: it says where to look first. */
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

/** The first step that carries it: each costs more than the one before. */
function stepFor({ server, postgres, printers }: Plan['processors'], stored: number, machine: Machine): Step {
  if (stored > machine.diskBytes || postgres > machine.processors) return 'spread';
  return server + postgres + printers > machine.processors ? 'several processes' : 'one machine';
}

const nodesFor = (postgres: number, stored: number, { processors, diskBytes }: Machine): number =>
  Math.max(SPREAD_NODES_MIN, Math.ceil(postgres / SPREAD_SHARE / processors), Math.ceil(stored / diskBytes));
