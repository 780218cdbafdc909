import type { Refused } from '../domain/refusal.ts';
import type { Context } from './context.ts';

/** What carries an ETag of its own. */
type Versioned = { readonly version: number };

export const etagOf = ({ version }: Versioned): string => `"${version}"`;

/**
 * Refuses to write over, or to delete, a version that the caller has not seen; stock that was billed since is one. `current`
 * is the ETag of today; `*` stands for any (RFC 9110, 13.1.1).
 */
export function refuseStaleVersion({ ifMatch }: Context, current: string): Refused<'version_stale'> | undefined {
  const isSeen =
    ifMatch === undefined || ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => tag.trim() === current);
  return isSeen ? undefined : { refused: 'version_stale', current };
}
