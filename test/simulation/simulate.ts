import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateCompany } from '../../src/api/account/company.ts';
import { openChainSigner } from '../../src/audit/chain/open-chain-signer.ts';
import { knownPublicKeys } from '../../src/audit/keys/public-keys.ts';
import { runOperation } from '../../src/pipeline/run-operation.ts';
import { withFileLock } from '../../src/runtime/file-lock.ts';
import { seeded } from '../support/runner/seeded-random.ts';
import { COMPANY } from '../support/service/company.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { commands } from './commands.ts';
import { closeBooks } from './final-checks.ts';
import { ask, type Run } from './simulation-run.ts';

export const COMMANDS_MAX = 60;
const AT_ONCE = 6;
/** The maximum multiple of the requested runs; twice as many have always been enough. */
const TIMES_MAX = 10;

export type Simulated = { runs: number; commands: number; tally: Run['tally'] };

/** A run in which the service and the model differ, with all it takes to reproduce it. */
export class SimulationFailed extends Error {}

/**
 * Runs the simulation `runs` times on one database, several runs at once, each with its own
 * account.
 */
export async function simulate(given: {
  seed: number;
  runs: number;
  /** If the requested runs did not cover enough, more runs follow, up to a fixed multiple. */
  isEnough?: (simulated: Simulated) => boolean;
  /** A service to use instead of a new one with its own database. */
  service?: () => Promise<TestService>;
  /** Awaited before each request, for events that happen meanwhile. */
  beforeAsking?: Run['beforeAsking'];
  /**
   * Another process of the service, which gets every second request, and the data folder of both.
   */
  beside?: { dataFolder: string; runOperation: Run['runOperation'] };
  /**
   * A negative control: SQL that breaks a rule of the database first, run as the owner of the
   * tables.
   */
  sabotage?: string;
}): Promise<Simulated> {
  const service = await (given.service ?? testService)();
  const folder = given.beside?.dataFolder ?? (await mkdtemp(join(tmpdir(), 'facturier simulation ')));
  const asking = {
    beforeAsking: given.beforeAsking,
    runOperation: given.beside ? inTurns(given.beside.runOperation) : runOperation,
  };
  const seal = await openChainSigner(folder, { lock: withFileLock });
  service.services.environment.seal = seal;
  const simulated: Simulated = { runs: 0, commands: 0, tally: new Map() };
  try {
    if (given.sabotage) await service.owner.query(given.sabotage);
    const keys = await knownPublicKeys(folder);
    let next = 0;
    let hasFailed = false;
    const worker = async (): Promise<void> => {
      const goesOn = () => next < given.runs * TIMES_MAX && given.isEnough?.(simulated) === false;
      while (!hasFailed && (next < given.runs || goesOn())) {
        const seed = (given.seed + next++) >>> 0;
        const run = await started({ service, ...asking, tally: simulated.tally }, seed);
        const done = await lived(run, { seed, isOver: () => hasFailed, close: () => closeBooks(run, { keys }) });
        simulated.commands += done;
        simulated.runs += 1;
      }
    };
    // After a failure the other concurrent runs stop early.
    const stopping = async (): Promise<void> => {
      await worker().catch((error) => {
        hasFailed = true;
        throw error;
      });
    };
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, stopping));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    return simulated;
  } finally {
    await seal.close();
    await service.close();
    if (!given.beside) await rm(folder, { recursive: true, force: true });
  }
}

/** Sends every second request to the other process. */
function inTurns(another: Run['runOperation']): Run['runOperation'] {
  let turn = 0;
  return (...asked) => (turn++ % 2 === 0 ? runOperation : another)(...asked);
}

/** Creates an account at some moment of 2026, often in its last weeks. */
async function started(
  on: Pick<Run, 'service' | 'runOperation' | 'beforeAsking' | 'tally'>,
  seed: number,
): Promise<Run> {
  const { service } = on;
  const chance = seeded(seed);
  const { accountId, live, test } = await service.newAccount(`Simulation ${seed}`);
  const day = chance.chance(40) ? chance.int(330, 364) : chance.int(0, 364);
  const now = Date.UTC(2026, 0, 1, chance.int(0, 23), chance.int(0, 59)) / 1000 + day * 86_400;
  const model = { test: chance.chance(30), now, docs: [], series: new Map(), stock: new Map<string, number>() };
  const caller = model.test ? test : live;
  const services = { ...service.services, now: () => model.now };
  const run: Run = {
    ...on,
    services,
    caller,
    model,
    chance,
    customers: [],
    products: [],
    log: [`account ${accountId}`],
  };
  await service.call(updateCompany, { body: COMPANY, caller: live });
  const billingAddress = { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' };
  const contact = await ask(run, 'create-contact', undefined, {
    body: { firstname: 'Léa', lastname: 'Moreau', billingAddress },
  });
  const shop = { name: 'Atelier Lilas', siret: '73282932000074', billingAddress };
  const organization = await ask(run, 'create-organization', undefined, { body: shop });
  run.customers = [contact.json.id, organization.json.id];
  const chair = { designation: 'Chaise', type: 'GOODS_SALE', unit: 'UNIT', vatCode: 'FR_2000', stock: 10 };
  for (const said of [chair, { ...chair, designation: 'Table', stock: 2.5 }, { ...chair, type: 'SERVICE_DELIVERY' }]) {
    const { json: product } = await ask(run, 'create-product', undefined, { body: said });
    run.products.push(product.id);
    if (product.isStockable) model.stock.set(product.id, Math.round(product.stock * 10_000));
  }
  run.products.push('SKU-1');
  return run;
}

async function lived(
  run: Run,
  { seed, isOver, close }: { seed: number; isOver: () => boolean; close: () => Promise<void> },
): Promise<number> {
  const deck = commands.flatMap((command) => Array.from({ length: command.weight }, () => command));
  const length = run.chance.int(20, COMMANDS_MAX);
  let done = 0;
  try {
    while (done < length) {
      const before = run.log.length;
      await run.chance.pick(deck).run(run);
      // A command that found no document does not count.
      if (run.log.length > before) done += 1;
      if (isOver()) return done;
    }
    run.log.push('close the books');
    await close();
    return done;
  } catch (error) {
    const story = `${run.log.join('\n')}\n${(error as Error).message}`;
    const replay = `SIMULATION_SEED=${seed} SIMULATION_RUNS=1 node --test test/simulation/simulation.test.ts`;
    throw new SimulationFailed(`after ${done} commands; replay: ${replay}\n${story}`, { cause: error });
  }
}
