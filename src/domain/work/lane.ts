/** How many jobs of a lane one process is at together: in all, of one account, and of one share (an endpoint, an account). */
export type Places = { readonly inAll: number; readonly account: number; readonly share: number };

/** Where jobs of one sort wait their turn. */
export type Lane = {
  readonly name: string;
  readonly places: Places;
  /** Places of their own for shares that nothing reaches: what hangs never takes the places of what does not. */
  readonly troubled?: Places;
  /** Seconds a job is held by whoever does it; one that takes longer is held on, again and again. */
  readonly leaseSeconds: number;
  /** Milliseconds a job may go on once the process is asked to end. */
  readonly endingMs: number;
  /** Seconds after which a job that is due and not done says that something is wrong. */
  readonly lateSeconds: number;
};

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
} as const satisfies Readonly<Record<string, Lane>>;
