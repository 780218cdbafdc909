import assert from 'node:assert/strict';
import pino from 'pino';
import { test } from 'vitest';
import type { AppServices } from '../../services/app-dependencies.ts';
import { StartupError } from '../../startup-error.ts';
import type { CommandContext } from '../command-context.ts';
import { openReadReplica } from './read-replica.ts';

/** No server listens there. */
const NOWHERE = 'postgresql://somebody:secret@127.0.0.1:1/facturier';
const log = pino({ level: 'silent' });

test('with distributed tables no replica is read: it would show empty lists', async () => {
  const serving = { connectionString: NOWHERE };
  const given = (spread: boolean) => {
    const database = { serving, ...(spread && { spread: true }) };
    const services = {} as AppServices;
    return { config: { readDatabaseUrl: NOWHERE }, pool: {}, services, database } as unknown as CommandContext;
  };
  for (const readsNothing of [false, true]) {
    const refused = await openReadReplica(given(true), { readsNothing, log }).catch((error: unknown) => error);
    assert.ok(refused instanceof StartupError, String(refused));
    assert.equal(refused.problems[0]?.setting, 'READ_DATABASE_URL');
    assert.doesNotMatch(refused.message, /secret/);
  }
  // Control: on one machine, an unreachable replica is left out until it responds.
  const alone = given(false);
  const reading = await openReadReplica(alone, { readsNothing: false, log });
  assert.equal(alone.services.replica?.inUse(), false);
  await reading.close();
});
