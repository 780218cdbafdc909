import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, test } from 'vitest';
import { type Post, postEvent } from '../../src/jobs/events/post-webhook.ts';
import { guardedAgent } from '../../src/jobs/http-client/guarded-agent.ts';
import { hostileUrls, NAMES } from './hostile-urls.ts';
import { type Receiver, receiver, receiverCa } from './receiver.ts';

const EVERYWHERE = ['0.0.0.0/0', '::/0'];
/** Milliseconds allowed for an attempt: long, except if no server answers. */
const TRY_MS = 30_000;
const NOBODY_MS = 400;

let canary: Server;
let port: number;
let reached = 0;
let hooks: Receiver;
beforeAll(async () => {
  // It counts connections: one that gets this far is a fault, whatever it would send.
  canary = createServer((socket) => {
    reached++;
    socket.on('error', () => {});
    socket.destroy();
  });
  canary.listen(0, '::');
  await once(canary, 'listening');
  port = (canary.address() as AddressInfo).port;
  hooks = await receiver({ clear: true });
});
afterAll(async () => {
  canary.close();
  await hooks.close();
});

/** A DNS server whose answers the test sets; the last answer repeats, which allows rebinding. */
function stub(names: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked = new Map<string, number>();
  return async (host: string): Promise<readonly string[]> => {
    const times = asked.get(host) ?? 0;
    asked.set(host, times + 1);
    const answers = names[host];
    if (!answers) throw Object.assign(new Error(host), { code: 'ENOTFOUND' });
    return answers[Math.min(times, answers.length - 1)] ?? [];
  };
}

async function post(
  url: string,
  given: { allowedNetworks?: string[]; names?: typeof NAMES; times?: number; tryMs?: number; isClosed?: boolean } = {},
): Promise<Post[]> {
  const { allowedNetworks = [], names = NAMES, times = 1, tryMs = TRY_MS, isClosed = false } = given;
  const agent = guardedAgent({ allowedNetworks, isClosed, resolve: stub(names), ca: receiverCa });
  const posts: Post[] = [];
  for (let at = 0; at < times; at++) {
    const how = { now: 0, tryMs, signal: new AbortController().signal };
    posts.push(await postEvent(agent, { url, headers: {}, body: '{}' }, how));
  }
  await agent.destroy();
  return posts;
}

test('none of 170 hostile URLs reaches the canary; each is refused before a packet is sent', async () => {
  const hostile = hostileUrls(port);
  assert.ok(new Set(hostile.map(({ url }) => url)).size >= 160, `${hostile.length} addresses`);
  reached = 0;
  const posts = await Promise.all(hostile.map(async ({ url }) => ({ url, fault: (await post(url))[0]?.fault })));
  assert.deepEqual(
    posts.filter(({ fault }) => fault !== 'address_forbidden'),
    [],
  );
  assert.equal(reached, 0);
});

test('control: with every network allowed, the URLs of this machine reach the canary', async () => {
  const local = hostileUrls(port).filter(({ isLocal }) => isLocal);
  assert.ok(local.length >= 60);
  const missed: string[] = [];
  for (const { url } of local) {
    reached = 0;
    await post(url, { allowedNetworks: EVERYWHERE });
    if (reached === 0) missed.push(url);
  }
  assert.deepEqual(missed, []);
});

test('from a demonstration, nothing is reached, even with every network allowed, and no name is looked up', async () => {
  reached = 0;
  const names = {};
  for (const url of [`https://127.0.0.1:${port}/`, 'https://example.com/']) {
    const [told] = await post(url, { allowedNetworks: EVERYWHERE, names, isClosed: true });
    assert.equal(told?.fault, 'address_forbidden', url);
  }
  assert.equal(reached, 0);
});

test('DNS rebinding from a public address to this machine reaches nothing', async () => {
  // 192.0.2.1 stands for a public address: its network is allowed explicitly, and no server answers
  // there.
  const open = ['192.0.2.0/24'];
  const url = `https://rebinding.example:${port}/`;
  const given = { names: { 'rebinding.example': [['192.0.2.1'], ['127.0.0.1']] }, times: 2, tryMs: NOBODY_MS };
  reached = 0;
  const [first, second] = await post(url, { allowedNetworks: open, ...given });
  assert.notEqual(first?.fault, 'address_forbidden', 'what was judged is what was connected to, and nobody is there');
  assert.ok(first?.fault, 'nobody is there');
  assert.equal(second?.fault, 'address_forbidden');
  assert.equal(reached, 0);
  await post(url, { allowedNetworks: [...open, '127.0.0.0/8'], ...given });
  assert.ok(reached > 0, 'control: had this machine been opened, the second would have reached it');
});

test('a redirect to the canary is not followed, whatever its status', async () => {
  const here = ['127.0.0.1/32'];
  for (const status of [301, 302, 303, 307, 308]) {
    hooks.behave(
      (_, response) => void response.writeHead(status, { location: `http://127.0.0.1:${port}/` }).end('elsewhere'),
    );
    reached = 0;
    const [one] = await post(hooks.url, { allowedNetworks: here });
    assert.deepEqual([one?.status, one?.fault, one?.answer, reached], [status, 'redirect', 'elsewhere', 0]);
    await fetch(hooks.url, { method: 'POST', redirect: 'follow' }).catch(() => {});
    assert.ok(reached > 0, 'control: who follows it gets there');
  }
});

test('plain HTTP reaches only explicitly allowed networks; TLS also reaches public ones', async () => {
  hooks.behave((_, response) => void response.end('ok'));
  assert.equal((await post(hooks.url, { allowedNetworks: ['127.0.0.0/8'] }))[0]?.status, 200);
  const clear = { names: { 'public.example': [['8.8.8.8']] } };
  assert.equal((await post(`http://public.example:${port}/`, clear))[0]?.fault, 'address_forbidden');
});

test('unresolvable names and failing DNS servers are distinguished from forbidden addresses', async () => {
  assert.equal((await post('https://nowhere.example/', { names: {} }))[0]?.fault, 'name_not_found');
  assert.equal((await post('https://empty.example/', { names: { 'empty.example': [[]] } }))[0]?.fault, 'connection');
});
