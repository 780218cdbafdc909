import pg from 'pg';
import { type Stage, setUpBench } from './bench-environment.ts';
import { measureFinalize } from './measurements/finalize.ts';
import { measureFollowing } from './measurements/follow-up-documents.ts';
import { measureMany } from './measurements/many-accounts.ts';
import { measureMemory } from './measurements/memory.ts';
import { measurePrint } from './measurements/pdf.ts';
import { measureProducts } from './measurements/products.ts';
import { measureSeries } from './measurements/recurring-invoices.ts';
import { measureRequests, watchingMemory } from './measurements/requests.ts';
import { measureSearch } from './measurements/search.ts';
import { measureStart } from './measurements/start.ts';
import { measureWebhooks } from './measurements/webhooks.ts';
import { type Options, readOptions } from './options.ts';
import { type Finding, isMet, machineOf, printTable } from './report.ts';
import { seedSealed } from './seed/seed-accounts.ts';
import { seedProducts } from './seed/seed-products.ts';

// `npm run bench`: measures the speed of the service on this machine, in absolute values and
// relative to the same work by PostgreSQL alone. It stops everything it starts and deletes
// everything it writes.

const MEMORY_MOST_MB = 350;
const options = readOptions(process.argv.slice(2));
const { json, only } = options;
const findings: Finding[] = [];
let postgres = '';
if (only.includes('start')) findings.push(...(await measureStart(options)));
if (only.includes('print')) findings.push(...(await measurePrint(options)));
if (only.includes('million')) findings.push(...(await measureMany(options)));
if (only.some((name) => !['start', 'print', 'million'].includes(name))) {
  const stage = await setUpBench(options);
  try {
    postgres = await postgresVersion(stage);
    const { done, most } = await watchingMemory(stage, () => measure(stage, options));
    const memory = { what: 'memory of the server process', value: most, unit: 'MB', target: { most: MEMORY_MOST_MB } };
    findings.push(...done, memory as Finding);
  } finally {
    await stage.close();
  }
}
const machine = machineOf(postgres);
if (json)
  console.log(JSON.stringify({ machine, findings: findings.map((f) => ({ ...f, met: isMet(f) })) }, undefined, 2));
else printTable(machine, findings);

async function measure(stage: Stage, options: Options): Promise<Finding[]> {
  const { only, documents } = options;
  const findings: Finding[] = [];
  if (only.includes('memory')) findings.push(...(await measureMemory(stage, options)));
  if (only.includes('finalize')) findings.push(...(await measureFinalize(stage, options)));
  if (only.includes('following')) findings.push(...(await measureFollowing(stage, options)));
  if (only.includes('webhooks')) findings.push(...(await measureWebhooks(stage, options)));
  if (only.includes('series')) findings.push(...(await measureSeries(stage, options)));
  const reads = only.includes('get') || only.includes('list');
  const ids = reads ? await seedSealed(stage.owner, stage.large, stage.model, documents) : [];
  await settle(stage);
  findings.push(...(await measureRequests(stage, options, ids)));
  if (!only.includes('products') && !only.includes('search')) return findings;
  await seedProducts(stage, options.products);
  if (only.includes('search')) findings.push(...(await measureSearch(stage, options)));
  if (only.includes('products')) findings.push(...(await measureProducts(stage, options)));
  return findings;
}

/** Updates statistics as autovacuum would have for an account of this size. */
async function settle({ service }: Stage): Promise<void> {
  const client = new pg.Client(service.database.ownerUrl);
  await client.connect();
  await client.query('vacuum analyze billing.document, billing.tally');
  await client.end();
}

async function postgresVersion({ owner }: Stage): Promise<string> {
  const { rows } = await owner.query<{ server_version: string }>('show server_version');
  return `PostgreSQL ${rows[0]?.server_version}`;
}
