/**
 * Concurrent jobs of a queue per process: in total, per account, and per concurrency key (an
 * endpoint, an account).
 */
export type ConcurrencyLimits = { readonly inAll: number; readonly account: number; readonly share: number };

/** A queue of jobs of one kind. */
export type Lane = {
  readonly name: string;
  readonly places: ConcurrencyLimits;
  /**
   * Separate limits for unreachable concurrency keys, so that hanging jobs do not block the others.
   */
  readonly troubled?: ConcurrencyLimits;
  /** Seconds of the lease of a job; a longer job renews it repeatedly. */
  readonly leaseSeconds: number;
  /** Milliseconds a job may continue once the process is asked to stop. */
  readonly endingMs: number;
  /** Seconds after which a due and unfinished job is reported as late. */
  readonly lateSeconds: number;
  /**
   * For a low-priority queue: the pause after each run, as a multiple of its duration
   * (`throttleMs`).
   */
  readonly restsTimes?: number;
};

/** Jobs of the installation: one at a time, in one process. */
const alone = <Name extends string>(name: Name, lateSeconds: number) => ({
  ...{ name, places: { inAll: 1, account: 1, share: 1 } },
  ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds },
});

const HOUR = 3_600;

/** All queues. Their names are stored in the jobs table and never change. */
export const lanes = {
  /** Key: the endpoint. An attempt takes at most 15 s. */
  delivery: {
    name: 'delivery',
    places: { inAll: 384, account: 256, share: 16 },
    troubled: { inAll: 128, account: 64, share: 4 },
    ...{ leaseSeconds: 60, endingMs: 3_000, lateSeconds: 600 },
  },
  /** Key: the account. Sending takes at most 180 s. */
  mail: {
    name: 'mail',
    places: { inAll: 8, account: 4, share: 4 },
    ...{ leaseSeconds: 300, endingMs: 5_000, lateSeconds: 900 },
  },
  /** Key: the account. A request to a provider takes at most 15 s. */
  online_payment: {
    name: 'online_payment',
    places: { inAll: 8, account: 4, share: 4 },
    ...{ leaseSeconds: 60, endingMs: 3_000, lateSeconds: 900 },
  },
  /**
   * Key: the account. Fetches payouts from the provider: a few requests of at most 15 s for each.
   */
  payouts: {
    name: 'payouts',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 3_000, lateSeconds: 2 * HOUR },
  },
  /** Key: the account. Applies certain matches of new transactions, 25 per run. */
  bank_matches: {
    name: 'bank_matches',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: HOUR },
  },
  /**
   * Key: the account. Requests to Urssaf of at most 15 s each: a token, the state of the payment
   * request, sending it, and all again with a new token.
   */
  payment_requests: {
    name: 'payment_requests',
    places: { inAll: 4, account: 1, share: 1 },
    ...{ leaseSeconds: 180, endingMs: 3_000, lateSeconds: 2 * HOUR },
  },
  /**
   * Key: the account. Checks a customer's state at Urssaf: a token and a request of at most 15
   * s each.
   */
  agency_customers: {
    name: 'agency_customers',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 3_000, lateSeconds: 2 * HOUR },
  },
  /**
   * Key: the account. Hands a document to an approved platform: rendering it, a token, a search and
   * the file, of at most 30 s each.
   */
  platform_outbox: {
    name: 'platform_outbox',
    places: { inAll: 32, account: 2, share: 2 },
    ...{ leaseSeconds: 240, endingMs: 5_000, lateSeconds: HOUR },
  },
  /**
   * Key: the account. Hands a status or an e-report to an approved platform: a token, a search and
   * the file, of at most 30 s each.
   */
  platform_messages: {
    name: 'platform_messages',
    places: { inAll: 16, account: 2, share: 2 },
    ...{ leaseSeconds: 180, endingMs: 5_000, lateSeconds: HOUR },
  },
  /** Key: the account. Computes what was collected of a document and not stated: queries. */
  platform_collected: {
    name: 'platform_collected',
    places: { inAll: 4, account: 1, share: 1 },
    ...{ leaseSeconds: 60, endingMs: 3_000, lateSeconds: HOUR },
  },
  /** Key: the account. Reads what changed at a platform: some requests of at most 30 s. */
  platform_inbox: {
    name: 'platform_inbox',
    places: { inAll: 32, account: 1, share: 1 },
    ...{ leaseSeconds: 300, endingMs: 5_000, lateSeconds: 2 * HOUR },
  },
  /** Key: the account. Closes the periods of its live books, then of its test books. */
  closures: {
    name: 'closures',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: 2 * HOUR },
  },
  /**
   * Key: the account. Writes the archive of a period, and deletes its file some days later: minutes
   * for a large one, which a process that ends begins anew.
   */
  archives: {
    name: 'archives',
    places: { inAll: 1, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 3_000, lateSeconds: 2 * HOUR },
  },
  /**
   * Key: the account. Deletes an account when its waiting time is over, in batches: hours for a
   * large one, continued by the next process.
   */
  account_deletions: {
    name: 'account_deletions',
    places: { inAll: 1, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: 24 * HOUR },
  },
  /**
   * Key: the account. Writes the export of a whole account, and deletes its file some days later:
   * minutes for a large one, which a process that ends begins anew.
   */
  account_exports: {
    name: 'account_exports',
    places: { inAll: 1, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 3_000, lateSeconds: 2 * HOUR },
  },
  /**
   * Key: the account. Prints, seals and sends a document signed online: seconds, plus a wait for a
   * time stamp.
   */
  signed_copies: {
    name: 'signed_copies',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: 900 },
  },
  /**
   * Key: the account. Checks in the data folder whether a later time stamp of the audit chain
   * covers a signed file that has none.
   */
  late_stamps: {
    name: 'late_stamps',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 60, endingMs: 3_000, lateSeconds: 6 * HOUR },
  },
  /**
   * Key: the account. Creates one recurring invoice per run and locks the account's audit chain, so
   * two runs at once would gain nothing. Thousands may be due in one minute while no user waits:
   * two at a time, each active a tenth of the time, leave the machine to requests.
   */
  recurrences: {
    name: 'recurrences',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 60, endingMs: 5_000, lateSeconds: HOUR, restsTimes: 9 },
  },
  /** Key: the account. Records one recurring purchase per run, a few statements. */
  recurring_purchases: {
    name: 'recurring_purchases',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 60, endingMs: 5_000, lateSeconds: HOUR, restsTimes: 9 },
  },
  /** Key: the account. Prints and mails an automatically created invoice: seconds. */
  recurring_mails: {
    name: 'recurring_mails',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: HOUR },
  },
  /** Key: the account. Prints a bill and reminds its customer: seconds. */
  reminders: {
    name: 'reminders',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: HOUR },
  },
  /**
   * Key: the account. Assigns positions in the event feed to simultaneous events, in batches: a
   * tenth of a second per thousand.
   */
  feed_places: {
    name: 'feed_places',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 60, endingMs: 3_000, lateSeconds: 600 },
  },
  /** Key: the account. Moves its test clock on: a step takes as long as its due jobs. */
  test_clock: {
    name: 'test_clock',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: HOUR },
  },
  find_closable_books: alone('find_closable_books', HOUR),
  note_what_stands: alone('note_what_stands', 6 * HOUR),
  mail_heads: alone('mail_heads', 6 * HOUR),
  reference_rates: alone('reference_rates', 6 * HOUR),
  updates: alone('updates', 24 * HOUR),
  stamp_heads: alone('stamp_heads', 6 * HOUR),
  /** A backup. An interrupted one is useless, so it ends at once with the process. */
  copy: { ...alone('copy', 6 * HOUR), endingMs: 0 },
  forget_answers: alone('forget_answers', 6 * HOUR),
  forget_attempts: alone('forget_attempts', 6 * HOUR),
  forget_day_counts: alone('forget_day_counts', 24 * HOUR),
  forget_mails: alone('forget_mails', 6 * HOUR),
  forget_events: alone('forget_events', 6 * HOUR),
  forget_key_requests: alone('forget_key_requests', 6 * HOUR),
  forget_bank_words: alone('forget_bank_words', 24 * HOUR),
  forget_files: alone('forget_files', 24 * HOUR),
} as const satisfies Readonly<Record<string, Lane>>;

/** Queues that depend on the time of an account, in the order in which simultaneous jobs run. */
export const TIME_LANES = [
  'recurrences',
  'recurring_mails',
  'recurring_purchases',
  'reminders',
] as const satisfies readonly (keyof typeof lanes)[];
