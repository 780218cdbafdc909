import type { Refused } from '../domain/refusal.ts';
import type { Context } from './operation.ts';

/** What carries an ETag of its own. */
type Versioned = { readonly version: number };

export const etagOf = ({ version }: Versioned): string => `"${version}"`;

/** Refuses to write over, or to delete, a version that the caller has not seen; stock that was billed since is one. */
export function staleVersion({ ifMatch }: Context, seen: Versioned): Refused<'version_stale'> | undefined {
  const current = etagOf(seen);
  const isSeen = ifMatch === undefined || ifMatch.split(',').some((tag) => tag.trim() === current);
  return isSeen ? undefined : { refused: 'version_stale', current };
}
