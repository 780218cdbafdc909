import type { Tx } from '../db/transaction.ts';
import type { Scope } from '../domain/account/scope.ts';
import type { GetAbortSignal } from '../limits/concurrency-limiter.ts';
import type { PortalTokenOf } from '../schemas/customers/customer.ts';
import type { AppEnvironment } from './app-environment.ts';

/** What an operation can use: the environment, transaction, caller, time, new IDs. */
export type Context = AppEnvironment & {
  tx: Tx;
  accountId: string;
  /** The caller has a test key. */
  test: boolean;
  /** The caller for the audit chain: the ID of the key or the person, or the command line. */
  actor: string;
  /** A signed-in person, not a key. */
  isPerson?: true;
  /** The person who created the calling key, if any. */
  keyMadeBy?: string | undefined;
  scopes: readonly Scope[];
  /** When the caller's key expires, in Unix seconds; absent if it does not. */
  until?: number | undefined;
  /** Unix seconds by the account's clock, which may be ahead in test mode (account-clock.ts). */
  now: number;
  /** Unix seconds by the machine's clock, for everything but the account's business dates. */
  realNow: number;
  /** A new UUIDv7. */
  newId: () => string;
  /** The language of messages. */
  language: 'fr' | 'en';
  /** A raw file body; the member `file` is then empty. */
  sentFile?: Uint8Array;
  /** Signals that the client disconnected. */
  gone?: GetAbortSignal;
  /** Creates customer portal tokens, if the caller may see them. */
  portalTokenOf?: PortalTokenOf | undefined;
  /** The version the caller saw (`If-Match`), if sent. */
  ifMatch?: string;
};

/** A successful result: the body, and optional headers (ETag, Location). */
export type Reply<Body> = {
  body: Body;
  /**
   * Replaces the page's empty `docs`: each function builds one entry, only when it is checked and
   * serialized, so that a page of whole documents is never in memory several times.
   */
  entries?: readonly (() => Body extends { docs: readonly (infer Entry)[] } ? Entry : unknown)[];
  headers?: Readonly<Record<string, string>>;
};

/**
 * Long work without the database: the transaction ends, `aside` runs without a connection, and
 * `after` runs in a new transaction. Only for operations that are safe to retry.
 */
// biome-ignore lint/suspicious/noExplicitAny: only the two functions of one operation share this value.
export type AfterCommitStep<Answer, Made = any> = {
  aside: () => Promise<Made>;
  after: (context: Context, made: Made) => Promise<Answer>;
};
