import type { Refused } from '../domain/refusal.ts';
import type { Context } from './context.ts';

/** Has its own ETag. */
type Versioned = { readonly version: number };

export const etagOf = ({ version }: Versioned): string => `"${version}"`;

/**
 * Refuses to overwrite or delete a version the caller has not seen; stock billed since counts as a
 * change. `current` is today's ETag; `*` matches any (RFC 9110, 13.1.1).
 */
export function refuseStaleVersion({ ifMatch }: Context, current: string): Refused<'version_stale'> | undefined {
  const isSeen =
    ifMatch === undefined || ifMatch.trim() === '*' || ifMatch.split(',').some((tag) => tag.trim() === current);
  return isSeen ? undefined : { refused: 'version_stale', current };
}
