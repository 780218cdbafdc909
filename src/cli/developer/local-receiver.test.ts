import assert from 'node:assert/strict';
import { test } from 'vitest';
import { receiver } from '../../../test/webhooks/receiver.ts';
import { postEvent } from '../../jobs/events/post-webhook.ts';
import { UsageError } from '../terminal/output.ts';
import { isOwn, localOnlyAgent, parseReceiverUrl } from './local-receiver.ts';

test('this machine and private networks are local in every notation; other addresses are not', () => {
  for (const own of [
    '127.0.0.1',
    '127.8.8.8',
    '10.0.0.1',
    '172.17.0.1',
    '192.168.1.4',
    '::1',
    'fd00::1',
    '::ffff:10.1.1.1',
  ])
    assert.ok(isOwn(own), own);
  const others = [
    '8.8.8.8',
    '169.254.169.254',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '0.0.0.0',
    'x',
  ];
  for (const other of others) assert.ok(!isOwn(other), other);
});

test('an address is accepted with or without scheme; a public one, one with credentials or an invalid one is a usage error', () => {
  assert.equal(parseReceiverUrl('localhost:3000/hook'), 'http://localhost:3000/hook');
  assert.equal(parseReceiverUrl('https://[::1]:3000/hook?a=1'), 'https://[::1]:3000/hook?a=1');
  for (const wrong of [
    'http://8.8.8.8/hook',
    'https://[2606:4700::1111]/',
    'http://0x08080808/',
    'ftp://localhost/',
    'http://a:b@localhost/',
    'http://',
  ])
    assert.throws(() => parseReceiverUrl(wrong), UsageError, wrong);
});

test('a name that resolves to any foreign address is not connected to; one that resolves only locally is', async () => {
  const here = await receiver({ clear: true });
  const send = async (addresses: string[]) => {
    const agent = localOnlyAgent((_, answer) =>
      answer(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      ),
    );
    const url = `http://receiver.example:${here.port}/hook`;
    const given = { now: 0, tryMs: 5_000, signal: new AbortController().signal };
    const post = await postEvent(agent, { url, headers: {}, body: '{}' }, given);
    await agent.destroy();
    return post;
  };
  for (const addresses of [['8.8.8.8'], ['127.0.0.1', '8.8.8.8'], ['169.254.169.254']])
    assert.equal((await send(addresses)).fault, 'address_forbidden', addresses.join());
  assert.equal(here.received.length, 0);
  assert.equal((await send(['127.0.0.1'])).status, 200);
  assert.equal(here.received.length, 1);
  await here.close();
});
