import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, test } from 'vitest';
import { createHostResolver } from './resolve-host.ts';

const A = 1;
const ADDRESSES: Readonly<Record<number, readonly number[]>> = {
  [A]: [192, 0, 2, 9],
  28: [0x20, 0x01, 0x0d, 0xb8, ...Array.from({ length: 11 }, () => 0), 9],
};

/**
 * A name server that knows every name except those starting with `none`, and does not answer for
 * those starting with `dead`.
 */
const server = createSocket('udp4');
let servers: string[];
beforeAll(async () => {
  server.on('message', (question, from) => {
    const name = question.subarray(13, 17).toString();
    const address = ADDRESSES[question.readUInt16BE(question.indexOf(0, 12) + 1)];
    if (name === 'dead' || !address) return;
    const isNone = name === 'none';
    const end = question.indexOf(0, 12) + 5;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(isNone ? 0x8183 : 0x8180, 2);
    head.fill(0, 6);
    if (!isNone) head.writeUInt16BE(1, 6);
    const type = question.subarray(end - 4, end - 2);
    const answer = [0xc0, 0x0c, ...type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address];
    const parts = [head, question.subarray(12, end), ...(isNone ? [] : [Buffer.from(answer)])];
    server.send(Buffer.concat(parts), from.port, from.address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  servers = [`127.0.0.1:${server.address().port}`];
});
afterAll(() => server.close());

test('a name resolves to every address of its DNS servers, of both families; an address to itself', async () => {
  const resolve = createHostResolver({ ownNames: false, servers });
  assert.deepEqual(await resolve('hooks.example.com'), ['192.0.2.9', '2001:db8::9']);
  assert.deepEqual(await resolve('192.0.2.7'), ['192.0.2.7']);
});

test('an unknown name has no address, and names of the local machine resolve only if networks were opened', async () => {
  const unknown = { code: 'ENOTFOUND' };
  await assert.rejects(createHostResolver({ ownNames: false, servers })('none.example.com'), unknown);
  const dead = ['127.0.0.1:1'];
  await assert.rejects(createHostResolver({ ownNames: false, servers: dead })('localhost'), unknown);
  for (const address of await createHostResolver({ ownNames: true, servers: dead })('localhost'))
    assert.ok(['127.0.0.1', '::1'].includes(address), address);
});

test('twenty names whose DNS servers do not answer delay no other name', async () => {
  const resolve = createHostResolver({ ownNames: false, servers });
  let isOver = false;
  const waiting = Promise.allSettled(Array.from({ length: 20 }, (_, at) => resolve(`dead${at}.example.com`)));
  void waiting.then(() => {
    isOver = true;
  });
  assert.equal((await resolve('hooks.example.com')).length, 2);
  assert.ok(!isOver, 'they still wait');
  const ends = await waiting;
  assert.ok(ends.every(({ status }) => status === 'rejected'));
});
