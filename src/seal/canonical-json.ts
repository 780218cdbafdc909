import type { HoldsNoSecret } from './secret.ts';

/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript
 * writes them. What is hashed and signed is always this text, so what holds a secret does not compile here. Undefined members
 * are left out, as JSON does.
 */
export const canonicalJson = <T>(value: T & HoldsNoSecret<T>): string => JSON.stringify(sorted(value));

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) put(result, key, sorted((value as Record<string, unknown>)[key]));
  return result;
}

/** Assigned, a member called `__proto__` would vanish from what is hashed. */
function put(result: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') result[key] = value;
  else Object.defineProperty(result, key, { value, enumerable: true });
}
