import type { Tx } from '../db/transaction.ts';
import type { Scope } from '../domain/account/scope.ts';
import type { GetAbortSignal } from '../limits/concurrency-limiter.ts';
import type { PortalTokenOf } from '../schemas/customers/customer.ts';
import type { AppEnvironment } from './app-environment.ts';

/** What an operation may ask of its surroundings: the transaction, the caller, the time, new ids. */
export type Context = AppEnvironment & {
  tx: Tx;
  accountId: string;
  /** The caller holds a test key. */
  test: boolean;
  /** Who asks, for the audit chain: the id of the key or of the person, or the command line. */
  actor: string;
  /** It is a person who is signed in, not a key. */
  isPerson?: true;
  /** Who made the key that asks, where a person did. */
  keyMadeBy?: string | undefined;
  scopes: readonly Scope[];
  /** When the key of who asks ends, in Unix seconds; absent where it has no end. */
  until?: number | undefined;
  /** Unix seconds, by the clock of the account: in test mode it may have been moved ahead (account-clock.ts). */
  now: number;
  /** Unix seconds, by the clock of the machine: what is no day of the account's business. */
  realNow: number;
  /** A new UUIDv7. */
  newId: () => string;
  /** The language of messages. */
  language: 'fr' | 'en';
  /** A file that came as it is: the member `file`, which stands for it, is empty. */
  sentFile?: Uint8Array;
  /** Tells that nobody waits for the answer any more. */
  gone?: GetAbortSignal;
  /** Makes the secrets of customers' portals, where the caller may have them. */
  portalTokenOf?: PortalTokenOf | undefined;
  /** The version the caller saw (`If-Match`), where it said one. */
  ifMatch?: string;
};

/**
 * One entry of a page: it is made, and whoever wants to say it again is given how it was written; or it is said again, the bytes
 * of one that was checked then.
 */
export type Entry<Made> =
  | { readonly make: () => Made; readonly keep?: ((json: Buffer) => void) | undefined }
  | { readonly json: Buffer };

/** What a successful run gives: the body, and headers of its own where it has some (ETag, Location). */
export type Reply<Body> = {
  body: Body;
  /**
   * What stands in the place of the page's empty `docs`: each is made when its turn comes to be checked and written, so that a
   * page of whole documents is never there three times over.
   */
  entries?: Body extends { docs: readonly (infer Made)[] } ? readonly Entry<Made>[] : readonly Entry<unknown>[];
  headers?: Readonly<Record<string, string>>;
};

/**
 * Long work that needs no database, and what follows from it: the transaction ends, `aside` is done while no connection is
 * held, and `after` has a transaction of its own. Only for operations that are asked again without harm.
 */
// biome-ignore lint/suspicious/noExplicitAny: what was made is between the two functions of one operation.
export type AfterCommitStep<Answer, Made = any> = {
  aside: () => Promise<Made>;
  after: (context: Context, made: Made) => Promise<Answer>;
};
