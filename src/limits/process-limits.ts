const KIB = 1_024;
const MIB = 1_024 * KIB;

/**
 * What one process lets requests take, all of it in one place: whoever wants to see what happens without limits replaces
 * this module (docs/rules/limits.md says what happens beyond each). Numbers only, each with its unit in its name; where an
 * account could take another's share there is a limit per account. Bytes are those that travel.
 */
export const processLimits = {
  /** The structure of a JSON body, counted before anything is built from it. */
  json: { depthMax: 64, objectMembersMax: 1_000, arrayElementsMax: 1_000, valuesMax: 50_000 },

  /** What strangers may try at the door, before anybody knows whose key it is (docs/security/security-log.md). */
  failedLogins: {
    /** Failures of one address (IPv6: /64) that are answered 401 before the next are 429; seconds to earn one back. */
    perAddressMax: 20,
    /** Keys never seen before that one address may have looked up for nothing; earned back as fast. */
    lookupsPerAddressMax: 20,
    refillSeconds: 6,
    /** Look-ups of such keys by one address under way at once. */
    concurrentLookupsPerAddressMax: 50,
    /** Look-ups for nothing a second, whoever asks, and how many of them may be saved up. */
    lookUpsPerSecondMax: 200,
    lookUpsSavedMax: 400,
    /** Wrong secrets for one key id, from wherever they come; seconds to earn one back. */
    perKeyMax: 10,
    keyRefillSeconds: 30,
    /** Addresses, key ids and refused keys (by hash) that are remembered at once; a refused key for so many milliseconds. */
    rememberedMax: 10_000,
    refusedRememberedMs: 60_000,
  },

  /** Guesses at what people sign in with, and at the links they are sent (docs/people.md). */
  guesses: {
    /** Failures of one address (IPv6: /64), from where nobody it guesses at is known; seconds to earn one back. */
    perAddressMax: 30,
    addressRefillSeconds: 10,
    /** Failures at one person or link, from wherever nobody knows him; or at one person from one browser or address of his own. */
    perTargetMax: 10,
    targetRefillSeconds: 30,
    /** Addresses and aims that are remembered at once. */
    rememberedMax: 10_000,
  },

  /** Mails with a link into a portal that are asked for from one address (IPv6: /64); seconds to earn one back: six an hour. */
  portalAsks: { perNetworkMax: 6, networkRefillSeconds: 600, rememberedMax: 10_000 },

  /** Connections, before and beside what is asked on them; of one address (IPv6: /64) by CONNECTIONS_PER_ADDRESS, by default: */
  connections: {
    perAddressMax: 256,
    max: 2_000,
    /** Requests that one connection sends before the first of them is answered; beyond it is closed. */
    unansweredMax: 32,
    /** Milliseconds from the first byte of a connection to the end of its TLS handshake. */
    handshakeMs: 10_000,
    /** Milliseconds of silence before the first byte; for all headers of a request; for all of a request. */
    firstByteMs: 10_000,
    headersMs: 15_000,
    requestMs: 60_000,
    /** Milliseconds between two looks at who takes longer. */
    lookMs: 2_000,
    /** Milliseconds an idle connection is kept, before its first request as after any other: longer than the 60 s of common proxies, so that they close first. */
    idleMs: 65_000,
    /** Milliseconds a connection may neither read nor write: who never reads the answer does not hold it for ever. */
    stalledMs: 120_000,
  },

  /** Members of a query string. */
  query: { membersMax: 200 },

  /** Statements that took long: lines of the log about them in a minute. */
  slowStatements: { linesPerMinuteMax: 20 },

  /** The port of metrics: connections at once, milliseconds a request may take to arrive, and between two looks at who takes longer. */
  metrics: { connectionsMax: 16, requestMs: 5_000, lookMs: 1_000 },

  /** What a bad request is told: so many faults, each so long at most; then how many more there are. */
  faults: { toldMax: 100, messageCharactersMax: 300, nameCharactersMax: 100 },

  /** Bodies that arrive or are worked on. Smaller ones are not counted. */
  bodies: {
    bytesMax: 64 * MIB,
    bytesPerAccountMax: 24 * MIB,
    countedFromBytes: 16 * KIB,
    /** Of a body that is refused while it is sent, what is read and thrown away so that its sender has the answer. */
    thrownAwayBytesMax: 32 * MIB,
    thrownAwayMs: 30_000,
  },

  /** Answers nobody has taken yet, and how slowly one may be taken before its connection ends. */
  answers: {
    bytesMax: 96 * MIB,
    bytesPerOwnerMax: 24 * MIB,
    /** From here on an answer is counted, and handed to its connection piece by piece. */
    largeFromBytes: 64 * KIB,
    takingMs: 30_000,
    sentBytesPerSecondMin: 32 * KIB,
  },

  /** Finalized documents as lists show them, kept for the next list; of an account that has not asked for so long, no more: soon enough to be given back with all else. */
  shownDocuments: { bytesMax: 32 * MIB, bytesPerOwnerMax: 16 * MIB, unusedMs: 15_000 },

  /** A replica that is read from (READ_DATABASE_URL). */
  replica: {
    connectionsMax: 10,
    /** Milliseconds between two looks at it, and it and the database have to answer one: what says nothing for longer is left out. */
    lookMs: 1_000,
    answerMs: 1_000,
    /** Milliseconds between two looks that are asked for: somebody has written, and would read from it again. */
    soonMs: 50,
    /** Milliseconds that what it shows may be old before it is left out. */
    lagMsMax: 3_000,
    /** Accounts whose last write is remembered at once; beyond, all wait for the last of all. */
    accountsRememberedMax: 10_000,
  },

  /** A file that is parsed in a worker thread: its time and memory, for files of up to so many bytes and for each MiB beyond. */
  parsing: {
    ofBytes: 8 * MIB,
    /** Milliseconds of processor; and by the clock, however busy the machine is; between two looks at both. */
    processorMs: 10_000,
    waitMs: 60_000,
    moreMsOfMib: 5_000,
    lookMs: 250,
    heapMib: 160,
    moreHeapMibOfMib: 12,
    youngMib: 16,
    stackMib: 4,
    /** A thread without work is kept so long: the next file need not wait for one. */
    idleMs: 10_000,
  },

  /** Milliseconds of work on one thing before everybody else has a turn. */
  slices: { workMs: 8 },

  lanes: {
    /** Bodies that are large enough to be felt are read one at a time, with a turn for everybody else in between. */
    bodies: { runningMax: 1, runningPerAccountMax: 1, waitingPerAccountMax: 200, waitMs: 15_000 },
    /** Transactions. Of six connections one account has five at most. */
    transactions: { runningMax: 6, runningPerAccountMax: 5, waitingPerAccountMax: 1_000, waitMs: 5_000 },
    searches: { runningMax: 3, runningPerAccountMax: 2, waitingPerAccountMax: 200, waitMs: 5_000 },
    /** Large pages of a list. */
    lists: { runningMax: 3, runningPerAccountMax: 2, waitingPerAccountMax: 100, waitMs: 30_000 },
    exports: { runningMax: 2, runningPerAccountMax: 1, waitingPerAccountMax: 10, waitMs: 15_000 },
    /** Files parsed in worker threads. */
    parsing: { runningMax: 2, runningPerAccountMax: 1, waitingPerAccountMax: 20, waitMs: 30_000 },
    imports: { runningMax: 2, runningPerAccountMax: 1, waitingPerAccountMax: 20, waitMs: 30_000 },
    /** Files that are attached or downloaded. */
    files: { runningMax: 3, runningPerAccountMax: 2, waitingPerAccountMax: 50, waitMs: 15_000 },
    /** Passwords that are worked on: each takes a processor and 19 MiB. The share is an address's. */
    passwords: { runningMax: 2, runningPerAccountMax: 1, waitingPerAccountMax: 10, waitMs: 10_000 },
    /** Documents that wait to be printed; how many are printed at a time follows from the processors. */
    prints: { waitingPerAccountMax: 100, waitMs: 60_000 },
  },

  /** Milliseconds from the signal to the end of the process, whatever waits; and of its parts. */
  stopping: { allMs: 14_000, answersMs: 6_000, printsMs: 1_000, connectionsMs: 2_000 },
};

/** What a lane lets run and wait. */
export type LaneLimits = {
  runningMax: number;
  runningPerAccountMax: number;
  waitingPerAccountMax: number;
  /** Milliseconds. */
  waitMs: number;
};
