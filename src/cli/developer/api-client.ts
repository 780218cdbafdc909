import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { newWebhookSecret } from '../../audit/secrets/webhook-secrets.ts';
import { readIfExists, writeOnce } from '../../audit/write-once.ts';
import type { Config } from '../../config.ts';
import { type CommandContext, openCommandContext } from '../command-context.ts';
import { callOverHttps } from '../remote/https-request.ts';
import { type AccessOptions, readServiceAccess } from '../remote/service-access.ts';
import { resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { UsageError } from '../terminal/output.ts';
import type { Ask } from './api-request.ts';

/** How developer commands call the API. */
export type Asking = {
  ask: Ask;
  /** Whether test data is used. */
  test: boolean;
  /** Whether created records become live data: a live key creates nothing else. */
  createsLiveData: boolean;
  /** Secret that signs forwarded events. It never changes, so a receiver is configured once. */
  secret: string;
  close: () => Promise<void>;
};

export type ApiClientOptions = AccessOptions & { account?: string; test?: boolean; live?: boolean };

/**
 * Calls the service at `--url` or FACTURIER_URL with a key, or the database of this installation
 * directly, whether or not a server runs. Uses test data unless `live` is set; refuses a test key
 * for live data.
 */
export async function openApiClient(config: Config, options: ApiClientOptions): Promise<Asking> {
  const test = !options.live;
  const isElsewhere = options.url !== undefined || Boolean(process.env.FACTURIER_URL?.trim());
  return isElsewhere ? elsewhere(config, options, test) : here(config, options, test);
}

async function elsewhere(config: Config, options: ApiClientOptions, test: boolean): Promise<Asking> {
  if (options.account !== undefined) {
    throw new UsageError({
      fr: '--account ne fonctionne que sur cette installation : ailleurs, la clé détermine le compte',
      en: '--account only works on this installation: elsewhere the key determines the account',
    });
  }
  const access = await readServiceAccess(config, options, test ? 'Developer --test' : 'Developer');
  const isTestKey = access.key.startsWith('fk_test_');
  if (!test && isTestKey) {
    throw new UsageError({
      fr: '--live exige une clé réelle, et celle-ci est une clé de test. Donnez une clé réelle, ou retirez --live.',
      en: '--live needs a live key, and this is a test key. Give a live key, or remove --live.',
    });
  }
  const digest = createHmac('sha256', access.key).update('facturier listen').digest('base64');
  return {
    ask: callOverHttps(access),
    test,
    createsLiveData: !isTestKey,
    secret: `whsec_${digest}`,
    close: async () => {},
  };
}

async function here(config: Config, options: ApiClientOptions, test: boolean): Promise<Asking> {
  const service = await openCommandContext(config, { name: 'facturier command' });
  try {
    const account = await resolveAccount(service, options.account);
    const secret = await secretIn(config.dataFolder);
    return { ask: callInProcess(service, account, test), test, createsLiveData: !test, secret, close: service.close };
  } catch (error) {
    await service.close();
    throw error;
  }
}

async function secretIn(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'keys', 'listen.secret');
  await writeOnce(file, newWebhookSecret());
  return (await readIfExists(file))?.trim() ?? '';
}

/** Calls operations in this process, as the operator. */
export const callInProcess =
  (service: Pick<CommandContext, 'services'>, accountId: string, test: boolean): Ask =>
  (operation, said) =>
    runAsOperator(service, accountId, operation, { ...said, test });
