import type { HoldsNoSecret } from './secrets/secret.ts';

/**
 * Canonical JSON (RFC 8785): members sorted by UTF-16 code units, no white space, numbers and strings as ECMAScript
 * writes them. What is hashed and signed is always this text, so what holds a secret does not compile here. Undefined members
 * are left out, as JSON does.
 */
export const canonicalJson = <T>(value: T & HoldsNoSecret<T>): string => JSON.stringify(sorted(value));

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  // What is a table stays one.
  const result: Record<string, unknown> = Object.getPrototypeOf(value) === null ? Object.create(null) : {};
  for (const key of inOrder(Object.keys(value))) put(result, key, sorted((value as Record<string, unknown>)[key]));
  return result;
}

/** Members are few and of short names: put in their place one by one they cost less than sorting does. */
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

/** Assigned, a member called `__proto__` would vanish from what is hashed. */
function put(result: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') result[key] = value;
  else Object.defineProperty(result, key, { value, enumerable: true });
}
