import type { Scope } from '../domain/account/scope.ts';

/** Who asks, as far as he proved it. */
export type Caller = {
  accountId: string;
  test: boolean;
  scopes: readonly Scope[];
  actor: string;
  /** When what lets him in ends, in Unix seconds; absent where it has no end. */
  until?: number | undefined;
};
