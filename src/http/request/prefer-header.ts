/**
 * Whether the client prefers strict handling of unknown input (RFC 7240, `Prefer:
 * handling=strict`). If the preference is repeated, the first counts.
 */
export function prefersStrictHandling(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return false;
  for (const preference of String(header).split(',')) {
    const [, name, value] = PREFERENCE.exec(preference) ?? [];
    if (name?.toLowerCase() === 'handling') return value?.toLowerCase() === 'strict';
  }
  return false;
}

/** Name and value, quoted or not; parameters are ignored. */
const PREFERENCE = /^\s*([\w!#$&'*+.^`|~-]+)\s*(?:=\s*"?([\w!#$&'*+.^`|~-]*)"?\s*)?(?:;.*)?$/;

/** Response header confirming strict handling. */
export const STRICT_HANDLING_APPLIED = { 'preference-applied': 'handling=strict' } as const;
