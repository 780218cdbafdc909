import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'vitest';
import { StartupError } from '../../startup-error.ts';
import { listen, portRefusal } from './ports.ts';

const HERE = '127.0.0.1';

test('a port in use is refused with its number and its setting', async (t) => {
  const first = createServer();
  t.onTestFinished(() => void first.close());
  const port = await listen(first, { port: 0, host: HERE, setting: 'PORT' });
  assert.ok(port > 0);
  for (const setting of ['PORT', 'HTTP_PORT', 'METRICS_PORT'] as const) {
    await assert.rejects(listen(createServer(), { port, host: HERE, setting }), (error: Error) => {
      assert.ok(error instanceof StartupError);
      assert.equal(error.problems[0]?.setting, setting);
      assert.match(error.message, new RegExp(`${setting}.*${port}`));
      return true;
    });
  }
});

test('an address that does not belong to this machine is refused, naming HOST', async () => {
  const where = { port: 0, host: '192.0.2.1', setting: 'PORT' } as const;
  await assert.rejects(listen(createServer(), where), (error: StartupError) => error.problems[0]?.setting === 'HOST');
  const ofMetrics = { ...where, setting: 'METRICS_PORT' } as const;
  await assert.rejects(
    listen(createServer(), ofMetrics),
    (error: StartupError) => error.problems[0]?.setting === 'METRICS_HOST',
  );
});

test('a port that needs privileges is refused, naming its setting', () => {
  const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
  const refusal = portRefusal(denied, { port: 443, host: HERE, setting: 'PORT' });
  assert.ok(refusal instanceof StartupError);
  assert.match(refusal.message, /443/);
});
