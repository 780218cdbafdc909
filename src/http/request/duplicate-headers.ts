import type { IncomingMessage } from 'node:http';

/**
 * Headers that a request has once. Node takes the first of two and says nothing; a proxy in front may have gone by the other one
 * (RFC 9112 section 3.2, RFC 9110 section 5.3).
 */
const ONCE: ReadonlySet<string> = new Set(['host', 'authorization', 'content-type', 'content-length']);

/** Whether a request says who it is for, by whom it comes and what it holds in one way only. */
export function hasUniqueHeaders({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const said = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    if (ONCE.has(name) && said.has(name)) return false;
    said.add(name);
  }
  if (!said.has('host') && httpVersion === '1.1') return false;
  // Only chunks are taken apart here: a body that is compressed on its way would be read as it came.
  const coding = headers['transfer-encoding'];
  return coding === undefined || coding.trim().toLowerCase() === 'chunked';
}
