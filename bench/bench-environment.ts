import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { openChainSigner } from '../src/audit/chain/open-chain-signer.ts';
import { openPool } from '../src/db/connections/pool.ts';
import { withFileLock } from '../src/runtime/file-lock.ts';
import { openConnection, requestText } from './load/connection.ts';
import { type Driver, type Load, type Outcome, startDriver } from './load/load.ts';
import { installOneStatement } from './measurements/single-statement.ts';
import type { Options } from './options.ts';
import { allOfTree } from './process/cpu-time.ts';
import { type Service, startService } from './process/server-process.ts';
import { type Account, type Model, readModel, seedAccounts, spread } from './seed/seed-accounts.ts';

const ACCOUNTS = 100;

/** What the measurements use: a service, accounts, a load driver, and documents to multiply. */
export type Stage = {
  service: Service;
  owner: pg.Pool;
  driver: Driver;
  accounts: readonly Account[];
  /** The account measured alone: the first one, for finalizing. */
  account: Account;
  /** Another account, for documents in bulk. */
  large: Account;
  customerId: string;
  model: Model;
  close: () => Promise<void>;
};

/**
 * Starts the service and seeds what every measurement needs, as far as possible through the API.
 */
export async function setUpBench({ nodeFlags }: Pick<Options, 'nodeFlags'>): Promise<Stage> {
  const service = await startService(nodeFlags);
  // Keep no idle connections: memory of the service is measured, not of the bench.
  const owner = openPool(service.database.ownerUrl, { name: 'facturier bench', size: 4, least: 0 });
  const driver = startDriver();
  const close = async (): Promise<void> => {
    driver.close();
    await owner.end();
    await service.stop();
  };
  try {
    await installOneStatement(service.database.ownerUrl);
    // The accounts' chains start with the key the service will use.
    const seal = await openChainSigner(service.dataFolder, { lock: withFileLock });
    const [large, ...accounts] = (await seedAccounts(owner, seal, 1 + ACCOUNTS)) as [Account, ...Account[]];
    await seal.close();
    const account = accounts[0] as Account;
    const ask = await asking(service, account);
    await ask('PATCH', '/v2/company', COMPANY);
    const customerId = (await ask('POST', '/contact', CONTACT)).id;
    const draft = (await ask('POST', `/v2/billing/invoice/${customerId}`, INVOICE)).id;
    const sealed = (await ask('POST', `/v2/billing/invoice/${customerId}`, INVOICE)).id;
    await ask('PATCH', `/v2/billing/${sealed}/finalize`);
    await spread(owner, [...accounts, large]);
    const model = await readModel(owner, account, { draft, sealed });
    return { service, owner, driver, accounts, account, large, customerId, model, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs the driver and records processor time per request: in the server and in PostgreSQL. */
export async function driven(stage: Stage, load: Load): Promise<Outcome> {
  const { driver, service } = stage;
  const [server, postgres] = [await service.processorMs(), postgresMsOf(stage)];
  const outcome = await driver.run(load);
  const { done } = outcome;
  const serverMs = ((await service.processorMs()) - server) / done;
  return { ...outcome, serverMs, postgresMs: (postgresMsOf(stage) - postgres) / done };
}

/** Milliseconds of processor time PostgreSQL has used. */
export const postgresMsOf = (stage: Pick<Stage, 'service'>): number => allOfTree(postmasterOf(stage));

/** Process id of PostgreSQL's parent process. */
export const postmasterOf = ({ service }: Pick<Stage, 'service'>): number =>
  Number(readFileSync(join(service.dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);

/** Sends requests as an account, one after another. */
export async function asking({ port, ca }: Service, { key }: Account) {
  const connection = await openConnection(port, ca);
  return async (method: string, path: string, body?: object): Promise<{ id: string }> => {
    const asked = { method, path, key, body: body && JSON.stringify(body) };
    const reply = await connection.ask(requestText(port, asked));
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.body.toString()}`);
    return JSON.parse(reply.body.toString());
  };
}

const COMPANY = {
  name: 'Zoé Martin',
  fullName: 'Zoé Martin',
  email: 'zoe@example.org',
  phone: '+33478000000',
  address: { line1: '3 place Bellecour', city: 'Lyon', zipCode: '69002', country: 'FR' },
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
  vatRegime: 'normal',
};

const CONTACT = {
  firstname: 'Léa',
  lastname: 'Moreau',
  emails: ['lea@example.org'],
  billingAddress: { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' },
};

const line = (designation: string, unitPrice: number, vatCode = 'FR_2000') => ({
  designation,
  description: `${designation}, selon la proposition du mois dernier`,
  quantity: 1.5,
  quantityUnit: 'day',
  unitPrice,
  vatCode,
  type: 'service_delivery',
});

/** An invoice with five lines. */
export const INVOICE = {
  title: 'Refonte du site',
  lines: [
    line('Développement', 45_000),
    line('Conception graphique', 38_000),
    line('Rédaction', 29_999),
    line('Hébergement', 12_345),
    line('Livres', 999, 'FR_550'),
  ],
};
