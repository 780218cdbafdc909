import type { ConcurrencyLimiter } from '../../limits/concurrency-limiter.ts';
import type { Language } from '../../schemas/validation/faults.ts';
import type { AppServices } from '../app-dependencies.ts';
import type { Caller } from '../caller.ts';
import type { SecurityNote } from '../security-event.ts';
import type { SignedIn } from './sign-in/signed-in.ts';

/**
 * What a personal operation can use. It opens its own transactions, because passwords are hashed
 * outside of them.
 */
export type PersonalContext = AppServices & {
  readonly language: Language;
  /** The signed-in person; always present in operations that require sign-in. */
  readonly signedIn?: SignedIn | undefined;
  /** The client's address; for IPv6 its /64. */
  readonly network: string;
  readonly userAgent: string;
  /** The browser's mark of an earlier sign-in. */
  readonly deviceMark?: string | undefined;
  /** The concurrency limiter of password hashing. */
  readonly passwords: ConcurrencyLimiter;
  /** Slows down guessing. */
  readonly guesses: Guesses;
  /** Runs something after the response; failures are ignored. */
  readonly behind: (work: () => Promise<void>) => void;
  /**
   * Fills an account with the sample year as this caller; returns the refusal of a step, if any.
   */
  readonly createSampleData: (caller: Caller) => Promise<{ readonly refused: string } | undefined>;
  /** Writes to the security log. */
  readonly note: (note: SecurityNote) => void;
};

/** Failed guesses, counted by target (`aim`) and by client address. */
export type Guesses = {
  /** Seconds to wait before the next guess is checked; 0 for none. */
  readonly wait: (guess: Guess) => number;
  /** Counts a failed guess. */
  readonly failed: (guess: Guess) => void;
  /**
   * Counts a guess while it is checked, and uncounts it if it was right or failed because of our
   * error.
   */
  readonly counted: (guess: Guess, look: () => Promise<boolean>) => Promise<boolean>;
};

export type Guess = {
  readonly network: string;
  /** The target: an address, a known browser, a link. */
  readonly aim: string;
  /** From a browser or address known to the person: not slowed by the guesses of others. */
  readonly isKnown?: boolean | undefined;
};

/** Changes to the browser's cookies. */
export type PersonalReply<Body> = {
  readonly body: Body;
  /** The token of a new session. */
  readonly session?: string | undefined;
  /** The current session ended. */
  readonly ended?: true | undefined;
  readonly deviceMark?: string | undefined;
};
