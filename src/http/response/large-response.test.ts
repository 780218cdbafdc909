import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'vitest';
import { inPieces } from './large-response.ts';

const PIECE_BYTES = 65_536;
const MIB = 1_048_576;
/** Bytes that differ from their neighbour and from those one piece further. */
const bytesOf = (length: number, from: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (from + 7 * at + Math.floor(at / 251)) % 256));

/** A slow connection: it needs each piece for 2 ms before it takes the next. */
function slowConnection() {
  const read: Buffer[] = [];
  const to = new Writable({
    highWaterMark: 1,
    write(piece: Buffer, _encoding, done) {
      setTimeout(() => {
        read.push(piece);
        done();
      }, 2);
    },
  });
  return { to, read };
}

test('answers of 1 to 400,000 bytes arrive unchanged in pieces of at most 65,536, however slowly they are read', async () => {
  for (const length of [1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 400_000]) {
    const { to, read } = slowConnection();
    const whole = bytesOf(length, 31);
    inPieces(whole).pipe(to);
    await finished(to);
    assert.ok(Buffer.concat(read).equals(whole), `${length} bytes`);
    assert.equal(read.length, Math.ceil(length / PIECE_BYTES));
  }
});

test('2 pipelined answers of 4 MiB, read after a pause, arrive unchanged', async () => {
  const answers = [bytesOf(4 * MIB, 31), bytesOf(4 * MIB + 1, 32)];
  const server = createServer((asked, response) => {
    const whole = answers[Number(asked.url?.slice(1))] ?? Buffer.alloc(0);
    response.setHeader('content-length', whole.length);
    inPieces(whole).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(['/0', '/1'].map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''));
  await wait(50);
  let read = Buffer.alloc(0);
  for (const [n, whole] of answers.entries()) {
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

test('when a reader leaves after the first of 64 MiB, sending stops', async () => {
  let piecesSent = 0;
  const server = createServer((_asked, response) => {
    const write = response.write.bind(response) as (piece: Buffer) => boolean;
    response.write = ((piece: Buffer) => {
      piecesSent += 1;
      return write(piece);
    }) as typeof response.write;
    inPieces(Buffer.alloc(64 * MIB, 1)).pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asking = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).end();
  const [answer] = await once(asking, 'response');
  await once(answer, 'data');
  answer.destroy();
  await wait(50);
  const then = piecesSent;
  await wait(50);
  assert.equal(piecesSent, then);
  assert.ok(then < 1_024, `${then} of 1,024 pieces were sent`);
  server.closeAllConnections();
  server.close();
});
