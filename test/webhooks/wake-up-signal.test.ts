import assert from 'node:assert/strict';
import { test } from 'vitest';
import { until } from '../support/runner/wait-until.ts';
import { deliveryFixture } from './delivery-fixtures.ts';
import { receiver } from './receiver.ts';

/** Polling interval in milliseconds: so long that jobs are found only through notifications. */
const NEVER_MS = 600_000;

test('a worker is notified at once of queued jobs, also after its listening connection is cut', async () => {
  const service = await deliveryFixture({ pollMs: NEVER_MS });
  const hooks = await receiver({ clear: true });
  try {
    await service.call('create-webhook', { body: { url: `${hooks.url}heard`, events: ['*'] } });
    const listeners =
      "from pg_stat_activity where datname = current_database() and application_name = 'facturier jobs'";
    const listening = async () => (await service.query(`select count(*)::int as many ${listeners}`))[0]?.many;
    await until('a listener', async () => (await listening()) === 1);
    await service.emitEvents(1);
    await until('what was announced', () => hooks.received.length === 1);

    await service.query(`select pg_terminate_backend(pid) ${listeners}`);
    await until('nobody to listen', async () => (await listening()) === 0);
    await service.emitEvents(1);
    assert.equal(hooks.received.length, 1, 'control: nobody hears it now');
    await until('what was told meanwhile, once it listens again', () => hooks.received.length === 2);
    await service.emitEvents(1);
    await until('what is announced afterwards', () => hooks.received.length === 3);
    assert.ok(service.logged.some((line) => line.includes('lost the connection')));
  } finally {
    await service.close();
    await hooks.close();
  }
});

test('a worker that loses all its database connections recovers and loses nothing', async () => {
  const service = await deliveryFixture();
  const hooks = await receiver({ clear: true });
  try {
    await service.call('create-webhook', { body: { url: `${hooks.url}cut`, events: ['*'] } });
    const told: string[] = [];
    for (let round = 0; round < 3; round++) {
      told.push(...(await service.emitEvents(50)));
      await service.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await until('the service to answer again', async () =>
        service.emitEvents(0).then(
          () => true,
          () => false,
        ),
      );
    }
    // Deliveries in progress when the connection was cut are due again after their lease.
    const arrived = () => new Set(hooks.received.map(({ id }) => id));
    await until(
      'all of it',
      () => {
        service.clock.now += 1;
        return told.every((id) => arrived().has(id));
      },
      30_000,
    );
  } finally {
    await service.close();
    await hooks.close();
  }
});
