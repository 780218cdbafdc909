import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { operations } from '../../../src/api/index.ts';
import type { ChainSigner } from '../../../src/audit/chain/chain-signer.ts';
import { portalTokensWithKey } from '../../../src/audit/secrets/portal-tokens.ts';
import { createAccount } from '../../../src/db/account/accounts.ts';
import { openPool } from '../../../src/db/connections/pool.ts';
import { enableSharding } from '../../../src/db/sharding/sharded-pools.ts';
import { defaultQuotas } from '../../../src/domain/account/quota.ts';
import { scopes } from '../../../src/domain/account/scope.ts';
import { isRefusal, type Refusal } from '../../../src/domain/refusal.ts';
import { type Answer, jsonOf } from '../../../src/pipeline/answer.ts';
import type { Operation } from '../../../src/pipeline/operation.ts';
import { runOperation } from '../../../src/pipeline/run-operation.ts';
import type { PipelineRefusal } from '../../../src/schemas/refusals/pipeline-refusal.ts';
import type { AppServices } from '../../../src/services/app-dependencies.ts';
import type { Caller } from '../../../src/services/caller.ts';
import { trialPlatformCalls } from '../../../src/services/einvoicing/trial-platform/trial-platform-of-account.ts';
import { testSigner } from '../audit/test-signer.ts';
import { type FreshDatabase, freshDatabase } from '../database/test-database.ts';
import { testWebhooks } from '../stand-ins/test-webhooks.ts';
import { sharedPrinter } from './shared-printer.ts';

/** The parts of a request. */
export type Said = {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** By default the live caller of the first account. */
  caller?: Caller;
  language?: 'fr' | 'en';
  idempotencyKey?: string;
  ifMatch?: string;
};

/** An answer with untyped JSON as a client receives it, or a refusal. */
export type Heard =
  | (Omit<Answer, 'json'> & { json: any; refused?: undefined })
  | ((Refusal | PipelineRefusal) & { json?: undefined; file?: undefined });

/** 2026-03-02 10:00 in Paris, a Monday. */
export const MONDAY = Date.UTC(2026, 2, 2, 9) / 1000;

/**
 * A service on a fresh database: one account, a live and a test caller with every scope, a clock
 * that tests set, and a new database and audit-chain signer unless they are given. `call` runs an
 * operation like a request, but without HTTP.
 */
export async function testService(
  given: { seal?: ChainSigner; database?: FreshDatabase; webhooks?: AppServices['environment']['webhooks'] } = {},
) {
  const database = given.database ?? (await freshDatabase());
  const pool = openPool(database.serving);
  const owner = openPool(database.ownerUrl, { size: 2 });
  if (database.spread) for (const each of [pool, owner]) enableSharding(each);
  const clock = { now: MONDAY };
  const seal = testSigner();
  const printer = sharedPrinter();
  const services: AppServices = {
    pool,
    environment: {
      ...{
        serviceName: 'Facturier',
        publicUrl: 'https://localhost:8443',
        seal: given.seal ?? seal,
        printer,
        portalTokens: portalTokensWithKey(randomBytes(32)),
        webhooks: given.webhooks ?? testWebhooks(),
        proof: { serving: database.serving, known: async () => ({ keys: seal.keys }) },
        quotas: { ...defaultQuotas },
      },
      mail: { from: 'factures@service.example' },
    },
    now: () => clock.now,
    newId: () => v7(),
  };
  services.environment.callTrialPlatform = trialPlatformCalls(services);
  const newAccount = async (name: string) => {
    const accountId = await createAccount(owner, {
      ...{ name, now: clock.now, newId: services.newId },
      seal: services.environment.seal,
    });
    const live: Caller = { accountId, test: false, scopes, actor: `${name} live` };
    const test: Caller = { accountId, test: true, scopes, actor: `${name} test` };
    return { accountId, live, test };
  };
  const account = await newAccount('Zoé Martin');
  return {
    services,
    database,
    owner,
    clock,
    seal,
    ...account,
    /** Creates another account in the same database. */
    newAccount,
    /** Runs an operation, given as such or by its name. */
    call: (operation: Operation | string, said: Said = {}) =>
      call(services, account.live, typeof operation === 'string' ? named(operation) : operation, said),
    /** The same for another process of the service, with another audit-chain signer. */
    callOn:
      (seal: ChainSigner) =>
      (operation: Operation | string, said: Said = {}) => {
        const another = { ...services, environment: { ...services.environment, seal } };
        return call(another, account.live, typeof operation === 'string' ? named(operation) : operation, said);
      },
    /** Waits for unfinished PDFs, closes the pools and deletes the database. */
    close: async () => {
      await Promise.all([printer.settled(), pool.end(), owner.end()]);
      await database.drop();
    },
  };
}

export type TestService = Awaited<ReturnType<typeof testService>>;

function named(name: string): Operation {
  const found = operations.find((operation) => operation.name === name);
  if (!found) throw new Error(`there is no operation ${name}`);
  return found;
}

async function call(services: AppServices, live: Caller, operation: Operation, said: Said): Promise<Heard> {
  const { path = {}, query = {}, body = {}, caller = live, language = 'en', idempotencyKey, ifMatch } = said;
  const asked = { parts: { path, query, body }, language, idempotencyKey, ifMatch };
  const answer = await runOperation(services, operation, caller, asked);
  if (isRefusal(answer)) return answer as Refusal | PipelineRefusal;
  const json = jsonOf(answer as Answer);
  return { ...(answer as Answer), json: json && JSON.parse(json.toString()) };
}
