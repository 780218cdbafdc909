import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { test } from 'vitest';
import { until } from '../support/runner/wait-until.ts';
import { httpClient } from '../support/service/http-client.ts';
import { ground, startProcess } from '../support/service/server-process.ts';
import { receiver } from './receiver.ts';

test('one process serves, another delivers: signatures with the shared key verify, and no log has a secret', async () => {
  const on = await ground();
  const hooks = await receiver({ clear: true });
  try {
    const web = await startProcess(on, { role: 'web', logLevel: 'info' });
    const client = httpClient({ port: web.port, ca: await on.ca() });
    const key = web.welcome.keys?.live as string;
    const ask = (path: string, body: object) => client.ask(path, { method: 'POST', key, body });
    const { json: webhook } = await ask('/webhook', {
      url: `${hooks.url}hook`,
      events: ['contact.created'],
      isActivated: true,
    });
    await ask('/contact', { firstname: 'Léa', lastname: 'Moreau' });
    await wait(500);
    assert.equal(hooks.received.length, 0, 'control: who only answers delivers nothing');

    const worker = await startProcess(on, { role: 'worker', logLevel: 'info' });
    await until('what waited', () => hooks.received.length === 1);
    // A busy machine recovers in a later try; a worker that gets no notification is late every
    // time.
    let tookMs = Number.POSITIVE_INFINITY;
    for (let told = 1; tookMs >= 5_000 && told <= 5; told++) {
      const began = performance.now();
      await ask('/contact', { firstname: 'Paul', lastname: 'Müller' });
      await until('what happens now', () => hooks.received.length === told + 1);
      tookMs = performance.now() - began;
    }
    assert.ok(tookMs < 5_000, `${tookMs} ms`);
    for (const { body, headers } of hooks.received)
      assert.ok(new Webhook(webhook.secret).verify(body, headers as Record<string, string>));

    assert.equal((await stat(join(on.dataFolder, 'keys', 'webhook.key'))).mode & 0o777, 0o600);
    // Both must write to their logs: one a refused request, the other a receiver that is gone.
    await client.ask('/contacts', { key: 'of nobody' });
    hooks.behave((_, response) => void response.writeHead(410).end());
    await ask('/contact', { firstname: 'Ada', lastname: 'Byron' });
    await until('the refusal to be told', () => web.log().includes('login_failed'));
    await until('the end of the webhook to be told', () => worker.log().includes('a webhook was disabled'));
    for (const log of [web.log(), worker.log()]) assert.ok(!log.includes(webhook.secret.slice('whsec_'.length)));
    client.close();
    assert.deepEqual([await web.stop(), await worker.stop()], [0, 0]);
  } finally {
    await hooks.close();
    await on.discard();
  }
});
