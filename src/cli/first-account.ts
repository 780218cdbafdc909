import pg from 'pg';
import { scopes } from '../domain/account/scope.ts';
import { createApiKey } from '../operations/account/create-api-key.ts';
import { listApiKeys } from '../operations/account/list-api-keys.ts';
import { createAccount, listAccounts } from '../store/account/accounts.ts';
import { asOperator } from './as-operator.ts';
import { commandLog } from './command-log.ts';
import type { Workplace } from './workplace.ts';

export type FirstKeys = { live: string; test: string };

/** Any number, as long as every process takes the same. */
const ADVISORY_LOCK = 7_306_520_260_002;

/**
 * An empty database gets its first account, a live key with every scope, and a test key with all but the administration, which are given this once; of
 * several processes that start at once one does it. An account left without any key by a killed start gets them too.
 */
export async function firstAccount(service: Workplace): Promise<FirstKeys | undefined> {
  const client = new pg.Client({ ...service.database.ownerUrl, application_name: 'facturier first account' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const accounts = (await listAccounts(service.owner)).filter(({ settings }) => !settings.demo);
    if (accounts.length > 1) return undefined;
    const { now, newId } = service.world;
    const name = 'Mon entreprise';
    const id = accounts[0]?.id ?? (await createAccount(service.owner, { name, now: now(), newId, seal: service.seal }));
    const { totalDocs } = await asOperator<{ totalDocs: number }>(service, id, listApiKeys, { query: { limit: 1 } });
    if (totalDocs > 0) return undefined;
    const noting = notedAside(service);
    return { live: await keyOf(noting, id, { test: false }), test: await keyOf(noting, id, { test: true }) };
  } finally {
    await client.end();
  }
}

/** The keys are noted in the file of commands: on the screen the lines would stand in the middle of the welcome. */
function notedAside({ config, world }: Workplace): Pick<Workplace, 'world'> {
  const securityLog = commandLog(config.dataFolder);
  return { world: { ...world, surroundings: { ...world.surroundings, securityLog } } };
}

async function keyOf(service: Pick<Workplace, 'world'>, account: string, { test }: { test: boolean }): Promise<string> {
  // What a test key may have is what a key gets by default.
  const body = test ? { name: 'Première clé de test', test } : { name: 'Première clé', test, scopes: [...scopes] };
  return (await asOperator<{ key: string }>(service, account, createApiKey, { body })).key;
}
