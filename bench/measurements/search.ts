import { driven, type Stage } from '../bench-environment.ts';
import { type Load, type Outcome, startDriver } from '../load/load.ts';
import type { Options } from '../options.ts';
import { type Finding, median, toldOf } from '../report.ts';
import { type Case, casesOf, pathOf } from './product-pages.ts';
import { NEW_PRODUCT } from './products.ts';
import { planOf } from './query-plans.ts';

/** Many cases: each gets a share of a round's time. */
const SHARE = 1 / 5;
/** Clients that create products while others search. */
const WRITERS = 4;
const WRITING_SECONDS_MORE = 2;

/**
 * Pages and searches of the large catalogue as one client sees them, with PostgreSQL's plan for
 * each.
 */
export async function measureSearch(stage: Stage, options: Options): Promise<Finding[]> {
  const findings: Finding[] = [];
  const cases = casesOf(options.products);
  for (const one of cases) {
    const plan = await planOf(stage.service, stage.large, { ...(one.pages[0] as Case['pages'][number]) });
    findings.push({ ...(await measured(stage, options, one)), plan });
  }
  const rare = cases.find(({ what }) => what === 'search: a rare word') as Case;
  findings.push(await whileWriting(stage, options, rare));
  return findings;
}

async function measured(stage: Stage, { rounds, seconds }: Options, { what, most, pages }: Case): Promise<Finding> {
  const { service, large } = stage;
  const asks = pages.map((page) => ({ method: 'GET', path: pathOf(page), key: large.key }));
  const load = { over: 'https', clients: 1, port: service.port, ca: service.ca } as const;
  await stage.driver.run({ ...load, asks: [...asks] });
  const outcomes: Outcome[] = [];
  for (let n = 0; n < rounds; n++) outcomes.push(await driven(stage, { ...load, asks, seconds: seconds * SHARE }));
  const worst = Math.max(...outcomes.map((o) => o.worst));
  return {
    what: `${what}: p95`,
    value: median(outcomes.map((o) => o.p95)),
    unit: 'ms',
    ...(most !== undefined && { target: { most } }),
    how: `${toldOf(outcomes)}, worst ${worst.toFixed(0)} ms`,
  };
}

/**
 * New entries stay in the index's pending list until they are merged, and every search scans that
 * list.
 */
async function whileWriting(stage: Stage, options: Options, rare: Case): Promise<Finding> {
  const { service, large } = stage;
  const seconds = options.seconds * SHARE * options.rounds + WRITING_SECONDS_MORE;
  const asks = [{ method: 'POST', path: '/v2/catalog/product', key: large.key, body: NEW_PRODUCT }];
  const writing: Load = { over: 'https', clients: WRITERS, port: service.port, ca: service.ca, asks, seconds };
  const writers = startDriver();
  try {
    const written = writers.run(writing);
    const finding = await measured(stage, options, { ...rare, what: `${rare.what}, while products are created` });
    return { ...finding, how: `${finding.how}, ${(await written).perSecond.toFixed(0)} created a second` };
  } finally {
    writers.close();
  }
}
