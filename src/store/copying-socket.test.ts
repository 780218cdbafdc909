import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { copyingSocket } from './copying-socket.ts';

/** More than is read at once. */
const SENT = [0, 1].map(() => randomBytes(300_000));
let server: Server;
const met: Socket[] = [];
before(async () => {
  server = createServer((socket) => met.push(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(() => server.close());

async function connected(): Promise<{ reader: Socket; writer: Socket }> {
  const reader = copyingSocket();
  const meeting = once(server, 'connection');
  reader.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([meeting, once(reader, 'connect')]);
  return { reader, writer: met.at(-1) as Socket };
}

test('two sockets that read at once keep apart what they read, and what was read stays as it was when more comes', async () => {
  const both = [await connected(), await connected()];
  const read: Buffer[][] = [[], []];
  for (const [n, { reader }] of both.entries()) reader.on('data', (bytes: Buffer) => read[n]?.push(bytes));
  for (let at = 0; at < 300_000; at += 10_000) {
    for (const [n, { writer }] of both.entries()) writer.write(SENT[n]?.subarray(at, at + 10_000) as Buffer);
    await wait(1);
  }
  for (const { writer } of both) writer.end();
  await Promise.all(both.map(({ reader }) => once(reader, 'end')));
  for (const n of [0, 1]) assert.ok(Buffer.concat(read[n] as Buffer[]).equals(SENT[n] as Buffer));
  assert.ok((read[0]?.length ?? 0) > 4, 'control: it came in several readings');
});

test('who stops reading is not read to, and loses nothing', async () => {
  const { reader, writer } = await connected();
  const read: Buffer[] = [];
  reader.on('data', (bytes: Buffer) => read.push(bytes));
  reader.pause();
  writer.end(SENT[0] as Buffer);
  await wait(50);
  assert.ok(reader.bytesRead < 300_000, 'it takes what it has room for, and no more');
  assert.equal(read.length, 0);
  reader.resume();
  await once(reader, 'end');
  assert.ok(Buffer.concat(read).equals(SENT[0] as Buffer));
});
