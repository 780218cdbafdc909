import type { Scope } from '../domain/account/scope.ts';

/** Who asks, as far as he proved it. */
export type Caller = {
  accountId: string;
  test: boolean;
  scopes: readonly Scope[];
  /** The id of the key, or of the person, or the command line. */
  actor: string;
  /** It is a person who is signed in, not a key. */
  isPerson?: true;
  /** Who made the key, where a person did. */
  keyMadeBy?: string | undefined;
  /** When what lets him in ends, in Unix seconds; absent where it has no end. */
  until?: number | undefined;
};
