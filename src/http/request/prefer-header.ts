/**
 * Whether a request prefers to be refused for what is not understood (RFC 7240, `Prefer: handling=strict`). Of a preference
 * that is said twice the first counts.
 */
export function prefersStrictHandling(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return false;
  for (const preference of String(header).split(',')) {
    const [, name, value] = PREFERENCE.exec(preference) ?? [];
    if (name?.toLowerCase() === 'handling') return value?.toLowerCase() === 'strict';
  }
  return false;
}

/** A name and its value, in quotes or not; parameters behind it say nothing to us. */
const PREFERENCE = /^\s*([\w!#$&'*+.^`|~-]+)\s*(?:=\s*"?([\w!#$&'*+.^`|~-]*)"?\s*)?(?:;.*)?$/;

/** The header that says the preference was heeded. */
export const STRICT_HANDLING_APPLIED = { 'preference-applied': 'handling=strict' } as const;
