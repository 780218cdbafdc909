import type { ClockProblem, Clocks } from '../../domain/time/clock.ts';

/** The head of a chain: the last link's place and hash, the key that signs the next, and when the last was made. */
export type ChainHead = {
  seq: number;
  hash: Buffer;
  /** Absent where the chain has no link yet. */
  keyId?: string | null | undefined;
  /** Unix seconds; absent likewise. */
  at?: number | null | undefined;
  /** The database's clock when the head was locked: Unix seconds. */
  databaseNow?: number | undefined;
};

/** Signs by one key. */
export type Signer = {
  /** Names the key, so that links signed before a key change still verify: the first 16 hex digits of its fingerprint. */
  keyId: string;
  /** Ed25519 over the hash of a link. */
  sign: (hash: Buffer) => Buffer;
};

/** A time that a link may not have: the clock cannot be right. Thrown, since every link of every road may meet it. */
export class UnreliableClockError extends Error {
  readonly problem: ClockProblem;
  constructor(problem: ClockProblem) {
    super(`the clock is not believed (${problem.problem}): ${problem.now} against ${problem.than}`);
    this.problem = problem;
  }
}

/** What signs the audit chain, and keeps its signed head outside the database. */
export type ChainSigner = {
  /**
   * The key a chain's head names; for a chain without a link, today's. Throws where this installation does not have it:
   * then nothing is written.
   */
  signer: (keyId: string | null | undefined) => Signer;
  /** Throws `UnreliableClockError` where a link may not have this time. Absent where time stands still. */
  watch?: ((clocks: Clocks) => void) | undefined;
  /** Notes a committed head outside the database, so that a cut tail shows. Returns at once; written within a second. */
  anchor: (
    whose: { accountId: string; test: boolean },
    head: Pick<ChainHead, 'seq' | 'hash'>,
    signed: { keyId: string; signature: Buffer; restarts?: true },
  ) => void;
};
