import { driven, type Stage } from '../bench-environment.ts';
import type { Ask, Outcome } from '../load/load.ts';
import type { Options } from '../options.ts';
import { type Finding, median, toldOf } from '../report.ts';
import type { Account } from '../seed/seed-accounts.ts';
import { fillCatalogue } from '../seed/seed-products.ts';

const CLIENTS = 32;
const LEAST = 1_500;
/** Products read repeatedly. */
const READ = 5_000;
const WARM_SECONDS = 2;
/**
 * Initial deletion rate, used to prepare enough products for the first round; later rounds use the
 * last one's rate.
 */
const EXPECTED = 2_000;

const product = {
  designation: 'Tabouret pliant Zéphyrin 12 × 640',
  description: 'Tabouret pliant Zéphyrin, selon notre catalogue de l’année',
  reference: 'TAB-640',
  type: 'GOODS_SALE',
  unit: 'UNIT',
  vatCode: 'FR_2000',
  unitPrice: 1_250,
  stock: 12,
};
export const NEW_PRODUCT = JSON.stringify(product);
const path = '/v2/catalog/product';

/**
 * Products created, read and deleted over HTTPS by many clients: half of them in the large
 * catalogue, half in ordinary ones.
 */
export async function measureProducts(stage: Stage, options: Options): Promise<Finding[]> {
  const accounts = stage.accounts.slice(0, CLIENTS / 2).flatMap((account) => [account, stage.large]);
  const each = (ask: (account: Account) => Ask): Ask[] => accounts.map(ask);
  const creating = each(({ key }) => ({ method: 'POST', path, key, body: NEW_PRODUCT }));
  const byTool = creating.map((ask) => ({ ...ask, path: '/v2/tools/create-product' }));
  const wholeLife = creating.map((ask) => ({
    ...ask,
    then: ['GET', 'DELETE'].map((method) => ({ method, path: `${path}/{id}`, key: ask.key })),
  }));
  const read = await fillCatalogue(stage.owner, stage.large, READ);
  const getting = read.map((id) => ({ method: 'GET', path: `${path}/${id}`, key: stage.large.key }));
  return [
    await measured(stage, options, { what: 'create a product', asks: creating }),
    await measured(stage, options, { what: 'create a product by its tool', asks: byTool }),
    await measured(stage, options, { what: 'get a product', asks: getting }),
    await deleting(stage, options, accounts),
    await measured(stage, options, { what: 'create, get and delete it: requests', asks: wholeLife, requests: 3 }),
  ];
}

type Measured = { what: string; asks: Ask[]; requests?: number };

async function measured(stage: Stage, options: Options, { what, asks, requests = 1 }: Measured): Promise<Finding> {
  const { port, ca } = stage.service;
  const run = (seconds: number): Promise<Outcome> =>
    driven(stage, { over: 'https', clients: CLIENTS, port, ca, asks, seconds });
  await run(WARM_SECONDS);
  const outcomes: Outcome[] = [];
  for (let n = 0; n < options.rounds; n++) outcomes.push(await run(options.seconds));
  return finding(what, outcomes, requests);
}

async function deleting(stage: Stage, { rounds, seconds }: Options, accounts: readonly Account[]): Promise<Finding> {
  const { port, ca } = stage.service;
  let rate = EXPECTED;
  const outcomes: Outcome[] = [];
  for (let n = 0; n < rounds; n++) {
    const count = Math.ceil((rate * seconds) / accounts.length);
    const lists: Ask[][] = [];
    for (const account of accounts)
      lists.push((await fillCatalogue(stage.owner, account, count)).map((id) => deletion(account, id)));
    const asks = Array.from({ length: count }, (_, turn) => lists.map((list) => list[turn] as Ask)).flat();
    const outcome = await driven(stage, { over: 'https', clients: CLIENTS, port, ca, asks });
    rate = outcome.perSecond;
    outcomes.push(outcome);
  }
  return finding('delete a product', outcomes, 1);
}

const deletion = ({ key }: Account, id: string): Ask => ({ method: 'DELETE', path: `${path}/${id}`, key });

const finding = (what: string, outcomes: readonly Outcome[], requests: number): Finding => ({
  what,
  value: median(outcomes.map((o) => o.perSecond)) * requests,
  unit: '/s',
  target: { least: LEAST },
  how: toldOf(outcomes),
});
