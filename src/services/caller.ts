import type { Scope } from '../domain/account/scope.ts';

/** The authenticated caller. */
export type Caller = {
  accountId: string;
  test: boolean;
  scopes: readonly Scope[];
  /** The ID of the key or the person, or the command line. */
  actor: string;
  /** A signed-in person, not a key. */
  isPerson?: true;
  /** The person who created the key, if any. */
  keyMadeBy?: string | undefined;
  /** When the caller's access ends, in Unix seconds; absent if it does not. */
  until?: number | undefined;
};
