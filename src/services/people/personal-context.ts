import type { ConcurrencyLimiter } from '../../limits/concurrency-limiter.ts';
import type { Language } from '../../schemas/validation/faults.ts';
import type { AppServices } from '../app-dependencies.ts';
import type { Caller } from '../caller.ts';
import type { SecurityNote } from '../security-event.ts';
import type { SignedIn } from './sign-in/signed-in.ts';

/** What somebody asks for himself may ask of its surroundings. It opens its own transactions: a password is worked on in none. */
export type PersonalContext = AppServices & {
  readonly language: Language;
  /** Who is signed in; always there where the operation is for somebody who is. */
  readonly signedIn?: SignedIn | undefined;
  /** The address he asks from; of IPv6 its /64. */
  readonly network: string;
  readonly userAgent: string;
  /** The mark his browser keeps of a sign-in before. */
  readonly deviceMark?: string | undefined;
  /** Where passwords are worked on. */
  readonly passwords: ConcurrencyLimiter;
  /** Slows guesses. */
  readonly guesses: Guesses;
  /** Does something once it is answered, and answers for its failure to nobody. */
  readonly behind: (work: () => Promise<void>) => void;
  /** Tells the sample year into an account, as this caller; answers how a step was refused, where one was. */
  readonly createSampleData: (caller: Caller) => Promise<{ readonly refused: string } | undefined>;
  /** Notes for the security log. */
  readonly note: (note: SecurityNote) => void;
};

/** Failed guesses, counted by whom they are at (`aim`) and by the address they come from. */
export type Guesses = {
  /** Seconds to wait before the next is looked at; 0 for none. */
  readonly wait: (guess: Guess) => number;
  /** Counts one that failed. */
  readonly failed: (guess: Guess) => void;
  /** Counts one while it is looked at, and gives it back where it was right or failed by our own fault. */
  readonly counted: (guess: Guess, look: () => Promise<boolean>) => Promise<boolean>;
};

export type Guess = {
  readonly network: string;
  /** What is guessed at: an address, a browser known to somebody, a link. */
  readonly aim: string;
  /** It comes from where its person is known: it waits for nobody else's. */
  readonly isKnown?: boolean | undefined;
};

/** What becomes of the browser's cookies. */
export type PersonalReply<Body> = {
  readonly body: Body;
  /** The token of a new session. */
  readonly session?: string | undefined;
  /** The session there was has ended. */
  readonly ended?: true | undefined;
  readonly deviceMark?: string | undefined;
};
