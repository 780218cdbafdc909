import type { HoldsNoSecret } from './secrets/secret.ts';

/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, no white space, numbers and
 * strings as in ECMAScript. This text is what is hashed and signed, so types that contain a secret
 * do not compile here. Undefined members are left out, as in JSON.
 */
export const canonicalJson = <T>(value: T & HoldsNoSecret<T>): string => JSON.stringify(sorted(value));

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  // Keep objects without a prototype as such.
  const result: Record<string, unknown> = Object.getPrototypeOf(value) === null ? Object.create(null) : {};
  for (const key of inOrder(Object.keys(value))) put(result, key, sorted((value as Record<string, unknown>)[key]));
  return result;
}

/** Objects have few members with short names: insertion sort is faster than a general sort. */
const FEW = 40;

function inOrder(keys: string[]): string[] {
  if (keys.length > FEW) return keys.sort();
  for (let next = 1; next < keys.length; next++) {
    const key = keys[next] as string;
    let at = next;
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
}

/** Plain assignment would lose a member named `__proto__` from the hash. */
function put(result: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') result[key] = value;
  else Object.defineProperty(result, key, { value, enumerable: true });
}
