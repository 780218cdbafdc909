import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'vitest';
import { inPieces } from './chunked-stream.ts';

const PIECE_BYTES = 65_536;
const MIB = 1_048_576;
/** Bytes that differ from their neighbour and from those one piece further. */
const bytesOf = (length: number, from: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (from + 7 * at + Math.floor(at / 251)) % 256));
const partsOf = (...lengths: number[]): Buffer[] => lengths.map((length, n) => bytesOf(length, 31 * n));

/**
 * A connection that copies its data later, and signals before or after that it no longer needs it.
 */
function connection(says: 'before' | 'after') {
  const read: Buffer[] = [];
  let handed = 0;
  const to = new Writable({
    highWaterMark: 1,
    write(piece: Buffer, _encoding, done) {
      handed += 1;
      if (says === 'before') done();
      setTimeout(() => {
        read.push(Buffer.from(piece));
        if (says === 'after') done();
      }, 2);
    },
  });
  return { to, read: () => Buffer.concat(read), handed: () => handed };
}

test('chunks of 0 to 400,000 bytes arrive unchanged and in order, however slowly they are read', async () => {
  const rows = [
    partsOf(10),
    partsOf(0, 1, 4_000, 0, 65_535, 1, 65_536, 65_537, 3),
    partsOf(PIECE_BYTES),
    partsOf(400_000),
    Array.from({ length: 200 }, (_, n) => bytesOf(n % 2 === 0 ? 1 : 3_900, n)),
  ];
  for (const parts of rows) {
    const { to, read, handed } = connection('after');
    const source = inPieces(parts);
    source.pipe(to);
    await Promise.all([finished(source, { writable: false }), finished(to)]);
    const whole = Buffer.concat(parts);
    assert.ok(read().equals(whole), `${whole.length} bytes in ${parts.length} parts`);
    assert.equal(handed(), Math.ceil(whole.length / PIECE_BYTES));
  }
});

test('negative control: a connection that reads a buffer after acknowledging it finds bytes of a later chunk', async () => {
  const parts = partsOf(400_000);
  const { to, read } = connection('before');
  inPieces(parts).pipe(to);
  await finished(to);
  while (read().length < 400_000) await wait(1);
  assert.ok(!read().equals(Buffer.concat(parts)));
});

test('2 pipelined answers of 4 MiB, read after a pause, arrive unchanged', async () => {
  const answers = [partsOf(4 * MIB), Array.from({ length: 1_049 }, (_, n) => bytesOf(4_000, n))];
  const server = createServer((asked, response) => {
    const parts = answers[Number(asked.url?.slice(1))] ?? [];
    response.setHeader('content-length', Buffer.concat(parts).length);
    inPieces(parts).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(['/0', '/1'].map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''));
  await wait(50);
  let read = Buffer.alloc(0);
  for (const [n, parts] of answers.entries()) {
    const whole = Buffer.concat(parts);
    const body = () => read.indexOf('\r\n\r\n') + 4;
    for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
      read = Buffer.concat([read, bytes]);
      if (body() > 3 && read.length >= body() + whole.length) break;
    }
    assert.ok(read.subarray(body(), body() + whole.length).equals(whole), `answer ${n}`);
    read = read.subarray(body() + whole.length);
  }
  socket.destroy();
  server.close();
});

test('when a reader leaves after the first of 64 MiB, sending stops and the sender is notified', async () => {
  let handed = 0;
  let source: ReturnType<typeof inPieces> | undefined;
  const server = createServer((_asked, response) => {
    const write = response.write.bind(response) as (piece: Buffer, callback: () => void) => boolean;
    response.write = ((piece: Buffer, callback: () => void) => {
      handed += 1;
      return write(piece, callback);
    }) as typeof response.write;
    source = inPieces(Array.from({ length: 64 }, () => Buffer.alloc(MIB, 1)));
    source.on('error', () => {});
    source.pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asking = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).end();
  const [answer] = await once(asking, 'response');
  await once(answer, 'data');
  answer.destroy();
  await assert.rejects(finished(source as NonNullable<typeof source>, { writable: false }));
  const then = handed;
  await wait(50);
  assert.equal(handed, then);
  assert.ok(then < 1_024, `${then} of 1,024 pieces were handed`);
  server.closeAllConnections();
  server.close();
});
