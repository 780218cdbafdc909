import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { httpClient } from '../support/service/http-client.ts';
import { type Ground, ground, settingsOf, startProcess } from '../support/service/server-process.ts';
import { ran } from './start-server.ts';

let on: Ground;
beforeAll(async () => {
  on = await ground();
});
afterAll(() => on.discard());

test('the demo prints its signed estimate as signed and ends with a summary of what it created', async () => {
  const { code, out } = await ran(['demo'], { ...settingsOf(on), LC_ALL: 'en' });
  assert.equal(code, 0);
  assert.match(out, /TEST-D-\d{4}-0001.* signed$/m);

  const [look, paper] = out
    .trimEnd()
    .split('\n')
    .slice(-2)
    .map((line) => line.trim());
  const key = /Bearer (fk_test_\w+)/.exec(look as string)?.[1];
  assert.match(look as string, /^curl .*\/v2\/billings$/);
  const server = await startProcess(on);
  const client = httpClient({ port: server.port, ca: await on.ca() });
  const { json } = await client.ask('/v2/billings?limit=100', { key });
  const numbers = [...new Set(out.match(/TEST-[A-Z]+-\d{4}-\d{4}/g))];
  const there = json.docs.map((document: { number: string }) => document.number);
  assert.deepEqual(
    [...numbers].filter((number) => !there.includes(number)),
    [],
  );
  const download = new URL(/https:\S+$/.exec(paper as string)?.[0] as string).pathname;
  assert.match((await client.ask(download, { key })).text, /^%PDF-/);
  client.close();
  assert.equal(await server.stop(), 0);
});
