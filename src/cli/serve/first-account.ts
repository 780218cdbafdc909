import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type * as z from 'zod';
import { createApiKey } from '../../api/account/create-api-key.ts';
import { listApiKeys } from '../../api/account/list-api-keys.ts';
import { revokeApiKey } from '../../api/account/revoke-api-key.ts';
import { createAccount } from '../../db/account/accounts.ts';
import { realAccounts } from '../../db/account/all-accounts.ts';
import { scopes } from '../../domain/account/scope.ts';
import type { ApiKeyJson } from '../../schemas/account/api-key.ts';
import type { CommandContext } from '../command-context.ts';
import { commandSecurityLog } from '../command-security-log.ts';
import { runAsOperator } from '../run-as-operator.ts';

export type FirstKeys = { live: string; test: string };

/** Any number, as long as every process takes the same. */
const ADVISORY_LOCK = 7_306_520_260_002;

/**
 * In the data folder from before the first keys are made until they have been shown. It holds none of them: keys that nobody
 * can have seen are revoked and made anew.
 */
const NOT_SHOWN = 'first-keys-not-shown';

/** In the data folder, for its owner alone: the first keys of a service whose output is no terminal. */
const KEYS_FILE = 'first-keys.txt';

/**
 * Writes the first keys into a file, and gives its path, where no terminal shows them: what a service prints without one, as JSON too, is
 * kept in the logs of the system, where a live key would stay readable.
 */
export async function writeFirstKeys(dataFolder: string, { live, test }: FirstKeys): Promise<string | undefined> {
  if (process.stdout.isTTY) return undefined;
  const file = join(dataFolder, KEYS_FILE);
  const text = `FACTURIER_LIVE_KEY=${live}\nFACTURIER_TEST_KEY=${test}\n`;
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return file;
}

/**
 * An empty database gets its first account, a live key with every scope, and a test key with all but the administration, which are
 * shown this once; of several processes that start at once one does it, and holds the others off until they are shown. An account
 * left without any key by a killed start gets them too, and so does one whose first keys were never shown. `show` is told whether
 * there are keys to show, and answers whether they were.
 */
export async function createFirstAccount(
  service: CommandContext,
  show: (keys: FirstKeys | undefined) => Promise<boolean>,
): Promise<void> {
  const client = new pg.Client({ ...service.database.ownerUrl, application_name: 'facturier first account' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCK]);
    const keys = await keysToShow(service);
    const isShown = await show(keys);
    if (keys && isShown) await rm(join(service.config.dataFolder, NOT_SHOWN), { force: true });
  } finally {
    await client.end();
  }
}

async function keysToShow(service: CommandContext): Promise<FirstKeys | undefined> {
  // Of those on a node that is away nobody knows: whether it is the first.
  if (service.unreachableNodes.length > 0) return undefined;
  const accounts = await realAccounts(service.owner, 2);
  if (accounts.length > 1) return undefined;
  const { now, newId } = service.services;
  const opening = { name: 'Mon entreprise', now: now(), newId, seal: service.seal };
  const id = accounts[0]?.id ?? (await createAccount(service.owner, opening));
  const noting = withCommandSecurityLog(service);
  const mark = join(service.config.dataFolder, NOT_SHOWN);
  const { docs } = await runAsOperator<{ docs: ApiKey[] }>(service, id, listApiKeys, { query: { limit: 100 } });
  if (docs.length > 0) {
    const unseen = docs.filter(({ name, revokedAt }) => Object.values(NAMES).includes(name) && revokedAt === undefined);
    // Whoever uses a key has seen it.
    if (!existsSync(mark) || unseen.some(({ lastUsedAt }) => lastUsedAt !== undefined)) return undefined;
    for (const key of unseen) await runAsOperator(noting, id, revokeApiKey, { path: { id: key.id } });
  }
  await writeFile(mark, '', { mode: 0o600, flush: true });
  return { live: await keyOf(noting, id, { test: false }), test: await keyOf(noting, id, { test: true }) };
}

type ApiKey = z.infer<typeof ApiKeyJson>;
const NAMES = { live: 'Première clé', test: 'Première clé de test' };

/** The keys are noted in the file of commands: on the screen the lines would stand in the middle of the welcome. */
function withCommandSecurityLog({ config, services }: CommandContext): Pick<CommandContext, 'services'> {
  const securityLog = commandSecurityLog(config.dataFolder);
  return { services: { ...services, environment: { ...services.environment, securityLog } } };
}

async function keyOf(
  service: Pick<CommandContext, 'services'>,
  account: string,
  { test }: { test: boolean },
): Promise<string> {
  // What a test key may have is what a key gets by default.
  const body = test ? { name: NAMES.test, test } : { name: NAMES.live, test, scopes: [...scopes] };
  return (await runAsOperator<{ key: string }>(service, account, createApiKey, { body })).key;
}
