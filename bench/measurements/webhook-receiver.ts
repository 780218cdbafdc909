import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A webhook receiver process: accepts every POST except /hang, which it never answers. On request
// it reports to its parent the number received and when each id first arrived (milliseconds of the
// wall clock).

const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** URL and event, so that duplicates count once. */
let taken = new Set<string>();
let firstSeen = new Map<string, number>();

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    if (request.url === '/hang') return;
    const now = performance.timeOrigin + performance.now();
    taken.add(`${request.url} ${String(request.headers['webhook-id'])}`);
    for (const id of Buffer.concat(parts).toString().match(IDS) ?? []) if (!firstSeen.has(id)) firstSeen.set(id, now);
    response.end('ok');
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('message', (asked: 'forget' | 'count' | 'report') => {
  if (asked === 'forget') [taken, firstSeen] = [new Set(), new Map()];
  process.send?.(asked === 'report' ? { taken: taken.size, firstSeen } : { taken: taken.size });
});
process.on('disconnect', () => process.exit());
