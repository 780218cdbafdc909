import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type * as z from 'zod';
import { createApiKey, listApiKeys, revokeApiKey } from '../../api/account/api-keys.ts';
import { createAccount } from '../../db/account/accounts.ts';
import { realAccounts } from '../../db/account/all-accounts.ts';
import { scopes } from '../../domain/account/scope.ts';
import type { ApiKeyJson } from '../../schemas/account/api-key.ts';
import type { CommandContext } from '../command-context.ts';
import { commandSecurityLog } from '../command-security-log.ts';
import { runAsOperator } from '../run-as-operator.ts';

export type FirstKeys = { live: string; test: string };

/** Arbitrary, but the same in every process. */
const ADVISORY_LOCK = 7_306_520_260_002;

/**
 * Marker in the data folder from before the first keys are created until they have been shown. It
 * contains none of them: keys that cannot have been seen are revoked and recreated.
 */
const NOT_SHOWN = 'first-keys-not-shown';

/**
 * File in the data folder, readable by its owner only: the first keys of a service without a
 * terminal.
 */
const KEYS_FILE = 'first-keys.txt';

/**
 * Writes the first keys to a file and returns its path, if there is no terminal: output, also JSON,
 * ends up in system logs, where a live key would stay readable.
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
 * Gives an empty database its first account, a live key with every scope, and a test key with all
 * scopes but administration, each shown once. If several processes start together, one does it and
 * the others wait until the keys are shown. Also covers an account left without keys by a killed
 * start, or whose first keys were never shown. `show` learns whether there are keys, and returns
 * whether they were shown.
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
  // With an unreachable node, it is unknown whether this would be the first account.
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
    // A key that was used must have been seen.
    if (!existsSync(mark) || unseen.some(({ lastUsedAt }) => lastUsedAt !== undefined)) return undefined;
    for (const key of unseen) await runAsOperator(noting, id, revokeApiKey, { path: { id: key.id } });
  }
  await writeFile(mark, '', { mode: 0o600, flush: true });
  return { live: await keyOf(noting, id, { test: false }), test: await keyOf(noting, id, { test: true }) };
}

type ApiKey = z.infer<typeof ApiKeyJson>;
const NAMES = { live: 'Première clé', test: 'Première clé de test' };

/**
 * Record the new keys in the log file of commands: on screen the lines would interrupt the welcome.
 */
function withCommandSecurityLog({ config, services }: CommandContext): Pick<CommandContext, 'services'> {
  const securityLog = commandSecurityLog(config.dataFolder);
  return { services: { ...services, environment: { ...services.environment, securityLog } } };
}

async function keyOf(
  service: Pick<CommandContext, 'services'>,
  account: string,
  { test }: { test: boolean },
): Promise<string> {
  // Test keys get the default scopes.
  const body = test ? { name: NAMES.test, test } : { name: NAMES.live, test, scopes: [...scopes] };
  return (await runAsOperator<{ key: string }>(service, account, createApiKey, { body })).key;
}
