/** How many jobs of a lane one process is at together: in all, of one account, and of one share (an endpoint, an account). */
export type ConcurrencyLimits = { readonly inAll: number; readonly account: number; readonly share: number };

/** Where jobs of one sort wait their turn. */
export type Lane = {
  readonly name: string;
  readonly places: ConcurrencyLimits;
  /** Places of their own for shares that nothing reaches: what hangs never takes the places of what does not. */
  readonly troubled?: ConcurrencyLimits;
  /** Seconds a job is held by whoever does it; one that takes longer is held on, again and again. */
  readonly leaseSeconds: number;
  /** Milliseconds a job may go on once the process is asked to end. */
  readonly endingMs: number;
  /** Seconds after which a job that is due and not done says that something is wrong. */
  readonly lateSeconds: number;
  /** Of a lane that gives way to who waits for an answer: how many times as long as a run took its place rests after it (`throttleMs`). */
  readonly restsTimes?: number;
};

/** Work of the installation: one at a time, by one process. */
const alone = <Name extends string>(name: Name, lateSeconds: number) => ({
  ...{ name, places: { inAll: 1, account: 1, share: 1 } },
  ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds },
});

const HOUR = 3_600;

/** Every lane there is. Its name stands in the table of jobs: it is never changed. */
export const lanes = {
  /** Share: the endpoint. A try takes at most 15 s. */
  delivery: {
    name: 'delivery',
    places: { inAll: 384, account: 256, share: 16 },
    troubled: { inAll: 128, account: 64, share: 4 },
    ...{ leaseSeconds: 60, endingMs: 3_000, lateSeconds: 600 },
  },
  /** Share: the account. Sending takes at most 180 s. */
  mail: {
    name: 'mail',
    places: { inAll: 8, account: 4, share: 4 },
    ...{ leaseSeconds: 300, endingMs: 5_000, lateSeconds: 900 },
  },
  /** Share: the account. Asking a provider takes at most 15 s a question. */
  online_payment: {
    name: 'online_payment',
    places: { inAll: 8, account: 4, share: 4 },
    ...{ leaseSeconds: 60, endingMs: 3_000, lateSeconds: 900 },
  },
  /** Share: the account. What its provider paid out is read at 15 s a question, a few for each payout. */
  payouts: {
    name: 'payouts',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 3_000, lateSeconds: 2 * HOUR },
  },
  /** Share: the account. What is certain of its newest transactions is applied, 25 a turn. */
  bank_matches: {
    name: 'bank_matches',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: HOUR },
  },
  /** Share: the account. The agency is asked at 15 s a question: a token, what it has, what it is sent, once more with another token. */
  payment_requests: {
    name: 'payment_requests',
    places: { inAll: 4, account: 1, share: 1 },
    ...{ leaseSeconds: 180, endingMs: 3_000, lateSeconds: 2 * HOUR },
  },
  /** Share: the account. How a customer stands at the agency: a token and a question, at 15 s each. */
  agency_customers: {
    name: 'agency_customers',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 3_000, lateSeconds: 2 * HOUR },
  },
  /** Share: the account; its live and its test books, one after the other. */
  closures: {
    name: 'closures',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: 2 * HOUR },
  },
  /** Share: the account. What was signed online is set, sealed and sent: seconds, and a stamp may be waited for. */
  signed_copies: {
    name: 'signed_copies',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: 900 },
  },
  /** Share: the account. Whether the stamp on the heads of chains tells a file that has none of its own: a look into the data folder. */
  late_stamps: {
    name: 'late_stamps',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 60, endingMs: 3_000, lateSeconds: 6 * HOUR },
  },
  /**
   * Share: the account. One invoice is made a turn, under the head of its chain: an account has no use of two at once. Thousands may fall
   * on one minute, and nobody waits for them: two at a time, each a tenth of the time, leave the machine to who asks.
   */
  recurrences: {
    name: 'recurrences',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 60, endingMs: 5_000, lateSeconds: HOUR, restsTimes: 9 },
  },
  /** Share: the account. The paper of an invoice that was made by itself is set, then mailed: seconds. */
  recurring_mails: {
    name: 'recurring_mails',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: HOUR },
  },
  /** Share: the account. The paper of a bill is set, then its customer reminded: seconds. */
  reminders: {
    name: 'reminders',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: HOUR },
  },
  /** Share: the account. Places in its feed for what happened at once, some at a time: a tenth of a second for a thousand. */
  feed_places: {
    name: 'feed_places',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 60, endingMs: 3_000, lateSeconds: 600 },
  },
  /** Share: the account, whose test clock is moved on: a step takes as long as what is due then. */
  test_clock: {
    name: 'test_clock',
    places: { inAll: 2, account: 1, share: 1 },
    ...{ leaseSeconds: 120, endingMs: 5_000, lateSeconds: HOUR },
  },
  find_closable_books: alone('find_closable_books', HOUR),
  note_what_stands: alone('note_what_stands', 6 * HOUR),
  mail_heads: alone('mail_heads', 6 * HOUR),
  reference_rates: alone('reference_rates', 6 * HOUR),
  stamp_heads: alone('stamp_heads', 6 * HOUR),
  /** A copy that is cut short is worth nothing: it ends at once with the process. */
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

/** Lanes of what waits for a time of its account, in the order in which what is due at one time is done. */
export const TIME_LANES = [
  'recurrences',
  'recurring_mails',
  'reminders',
] as const satisfies readonly (keyof typeof lanes)[];
