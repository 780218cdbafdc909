import type { ClockProblem, Clocks } from '../../domain/time/clock.ts';

/**
 * The head of a chain: sequence number and hash of the last link, the key that signs the next one,
 * and the time of the last.
 */
export type ChainHead = {
  seq: number;
  hash: Buffer;
  /** Absent if the chain has no link yet. */
  keyId?: string | null | undefined;
  /** Unix seconds; absent if the chain has no link yet. */
  at?: number | null | undefined;
  /** The database's clock when the head was locked, Unix seconds. */
  databaseNow?: number | undefined;
};

/** Signs with one key. */
export type Signer = {
  /**
   * The key id: the first 16 hex digits of its fingerprint. Links signed before a key rotation stay
   * verifiable.
   */
  keyId: string;
  /** Ed25519 over the hash of a link. */
  sign: (hash: Buffer) => Buffer;
};

/**
 * The clock cannot be right for this link. Thrown, because every operation that appends a link can
 * hit it.
 */
export class UnreliableClockError extends Error {
  readonly problem: ClockProblem;
  constructor(problem: ClockProblem) {
    super(`the clock is not believed (${problem.problem}): ${problem.now} against ${problem.than}`);
    this.problem = problem;
  }
}

/** Signs the audit chain, and records its signed heads outside the database. */
export type ChainSigner = {
  /**
   * The signer of the key named by a chain's head; for a chain without a link, the current key.
   * Throws if this installation does not have the key: then nothing is written.
   */
  signer: (keyId: string | null | undefined) => Signer;
  /**
   * Throws `UnreliableClockError` if a link must not have this time. Absent if the clock is fixed.
   */
  watch?: ((clocks: Clocks) => void) | undefined;
  /**
   * Records a committed head outside the database, so that truncation is detected. Returns at once;
   * written within a second.
   */
  anchor: (
    whose: { accountId: string; test: boolean },
    head: Pick<ChainHead, 'seq' | 'hash'>,
    signed: { keyId: string; signature: Buffer; restarts?: true },
  ) => void;
};
