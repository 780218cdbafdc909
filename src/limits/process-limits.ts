const KIB = 1_024;
const MIB = 1_024 * KIB;

/**
 * All limits of one process in one place: tests without limits replace this module
 * (docs/rules/limits.md describes the behavior beyond each). Numbers only, with the unit in the
 * name; resources that accounts share also have a limit per account. Bytes are counted as
 * transferred.
 */
export const processLimits = {
  /** Structure of a JSON body, checked before it is parsed. */
  json: { depthMax: 64, objectMembersMax: 1_000, arrayElementsMax: 1_000, valuesMax: 50_000 },

  /** Failed attempts before a key's owner is known (docs/security/security-log.md). */
  failedLogins: {
    /**
     * Failures of one address (IPv6: /64) answered 401 before the next get 429; seconds to regain
     * one.
     */
    perAddressMax: 20,
    /** Failed lookups of unknown keys per address; regained at the same rate. */
    lookupsPerAddressMax: 20,
    refillSeconds: 6,
    /** Concurrent lookups of unknown keys per address. */
    concurrentLookupsPerAddressMax: 50,
    /** Failed lookups per second in total, and their burst. */
    lookUpsPerSecondMax: 200,
    lookUpsSavedMax: 400,
    /** Wrong secrets for one key id, from all addresses; seconds to regain one. */
    perKeyMax: 10,
    keyRefillSeconds: 30,
    /**
     * Addresses, key ids and refused keys (by hash) tracked at once; milliseconds a refused key is
     * kept.
     */
    rememberedMax: 10_000,
    refusedRememberedMs: 60_000,
  },

  /** Guesses at passwords, codes and mailed links (docs/rules/people.md). */
  guesses: {
    /** Failures of one address (IPv6: /64) unknown to the targets; seconds to regain one. */
    perAddressMax: 30,
    addressRefillSeconds: 10,
    /**
     * Failures at one user or link from unknown places; or at one user from one of their own
     * browsers or addresses.
     */
    perTargetMax: 10,
    targetRefillSeconds: 30,
    /** Addresses and targets tracked at once. */
    rememberedMax: 10_000,
  },

  /**
   * Calls of approved platforms about one connection; seconds to regain one. The platform is read
   * regularly in any case.
   */
  platformCalls: { perConnectionMax: 60, refillSeconds: 1, rememberedMax: 10_000 },

  /** Portal links requested from one address (IPv6: /64); seconds to regain one: six an hour. */
  portalAsks: { perNetworkMax: 6, networkRefillSeconds: 600, rememberedMax: 10_000 },

  /**
   * Connections, independent of their requests. The limit per address (IPv6: /64) is
   * CONNECTIONS_PER_ADDRESS; its default:
   */
  connections: {
    perAddressMax: 256,
    max: 2_000,
    /**
     * Pipelined requests of one connection before the first response; beyond it the connection is
     * closed.
     */
    unansweredMax: 32,
    /** Milliseconds from the first byte of a connection to the end of its TLS handshake. */
    handshakeMs: 10_000,
    /**
     * Milliseconds of silence before the first byte; for all headers of a request; for a whole
     * request.
     */
    firstByteMs: 10_000,
    headersMs: 15_000,
    requestMs: 60_000,
    /** Milliseconds between checks of these timeouts. */
    lookMs: 2_000,
    /**
     * Milliseconds an idle connection stays open, also before its first request: longer than the 60
     * s of common proxies, so that they close first.
     */
    idleMs: 65_000,
    /**
     * Milliseconds without reading or writing after which a connection is closed, so that a client
     * that never reads does not keep it.
     */
    stalledMs: 120_000,
  },

  /** Members of a query string. */
  query: { membersMax: 200 },

  /** Slow statements: log lines per minute. */
  slowStatements: { linesPerMinuteMax: 20 },

  /**
   * The metrics port: concurrent connections, milliseconds for a request to arrive, and between
   * timeout checks.
   */
  metrics: { connectionsMax: 16, requestMs: 5_000, lookMs: 1_000 },

  /**
   * Errors reported for an invalid request: number and length of the messages; the rest is counted.
   */
  faults: { toldMax: 100, messageCharactersMax: 300, nameCharactersMax: 100 },

  /** Bodies being received or processed. Smaller ones are not counted. */
  bodies: {
    bytesMax: 64 * MIB,
    bytesPerAccountMax: 24 * MIB,
    countedFromBytes: 16 * KIB,
    /**
     * Bytes of a refused body that are read and discarded, so that the sender receives the
     * response.
     */
    thrownAwayBytesMax: 32 * MIB,
    thrownAwayMs: 30_000,
  },

  /** Responses not yet read, and the minimum speed of a reader before its connection is closed. */
  answers: {
    bytesMax: 96 * MIB,
    bytesPerOwnerMax: 24 * MIB,
    /** Responses from this size on are counted and written in pieces. */
    largeFromBytes: 64 * KIB,
    takingMs: 30_000,
    sentBytesPerSecondMin: 32 * KIB,
  },

  /** The read replica (READ_DATABASE_URL). */
  replica: {
    connectionsMax: 10,
    /**
     * Milliseconds between health checks, and for it and the database to respond; a silent replica
     * is left out.
     */
    lookMs: 1_000,
    answerMs: 1_000,
    /**
     * Milliseconds between checks requested by an account that has just written and wants to read.
     */
    soonMs: 50,
    /** Milliseconds of lag before it is left out. */
    lagMsMax: 3_000,
    /**
     * Accounts whose last write position is tracked; beyond that all wait for the newest of all.
     */
    accountsRememberedMax: 10_000,
  },

  /**
   * Files parsed in a worker thread: time and memory, for files up to a size and for each further
   * MiB.
   */
  parsing: {
    ofBytes: 8 * MIB,
    /**
     * Milliseconds of processor time; of elapsed time, however busy the machine; and between
     * checks.
     */
    processorMs: 10_000,
    waitMs: 60_000,
    moreMsOfMib: 5_000,
    lookMs: 250,
    heapMib: 160,
    moreHeapMibOfMib: 12,
    youngMib: 16,
    stackMib: 4,
    /** Milliseconds an idle thread is kept for the next file. */
    idleMs: 10_000,
  },

  /** Milliseconds of work in one piece before other requests get a turn. */
  slices: { workMs: 8 },

  /** Concurrent work of each kind, and what may wait for it. */
  concurrency: {
    /** Large bodies are parsed one at a time, with turns for other requests in between. */
    bodies: { runningMax: 1, runningPerAccountMax: 1, waitingPerAccountMax: 200, waitMs: 15_000 },
    /** Transactions. One account may use five of the six connections. */
    transactions: { runningMax: 6, runningPerAccountMax: 5, waitingPerAccountMax: 1_000, waitMs: 5_000 },
    searches: { runningMax: 3, runningPerAccountMax: 2, waitingPerAccountMax: 200, waitMs: 5_000 },
    /** Large list pages. */
    lists: { runningMax: 3, runningPerAccountMax: 2, waitingPerAccountMax: 100, waitMs: 30_000 },
    exports: { runningMax: 2, runningPerAccountMax: 1, waitingPerAccountMax: 10, waitMs: 15_000 },
    /** Files parsed in worker threads. */
    parsing: { runningMax: 2, runningPerAccountMax: 1, waitingPerAccountMax: 20, waitMs: 30_000 },
    imports: { runningMax: 2, runningPerAccountMax: 1, waitingPerAccountMax: 20, waitMs: 30_000 },
    /** Attached and downloaded files. */
    files: { runningMax: 3, runningPerAccountMax: 2, waitingPerAccountMax: 50, waitMs: 15_000 },
    /** Password hashing: each takes a processor and 19 MiB. The share is per address. */
    passwords: { runningMax: 2, runningPerAccountMax: 1, waitingPerAccountMax: 10, waitMs: 10_000 },
    /**
     * Documents waiting for a PDF; how many are rendered at a time depends on the number of
     * processors.
     */
    prints: { waitingPerAccountMax: 100, waitMs: 60_000 },
  },

  /**
   * Milliseconds from the stop signal to the end of the process, whatever is waiting; and of its
   * phases.
   */
  stopping: { allMs: 14_000, answersMs: 6_000, printsMs: 1_000, connectionsMs: 2_000 },
};

/** The limits of a concurrency limiter. */
export type ConcurrencyLimits = {
  runningMax: number;
  runningPerAccountMax: number;
  waitingPerAccountMax: number;
  /** Milliseconds. */
  waitMs: number;
};
