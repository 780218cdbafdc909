import type { IncomingMessage } from 'node:http';

/**
 * Headers that may occur only once. Node silently uses the first of two, while a proxy in front may
 * have used the other (RFC 9112 section 3.2, RFC 9110 section 5.3).
 */
const ONCE: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type', 'content-length']);

/** Whether host, credentials and framing headers are unambiguous. */
export function hasUniqueHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const said = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (ONCE.has(name) && said.has(name)) return false;
    said.add(name);
  }
  if (!said.has('host') && httpVersion === '1.1') return false;
  // Only chunked is decoded: a compressed transfer coding would be read as it is.
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked';
}
