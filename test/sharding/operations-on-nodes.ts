import type pg from 'pg';
import { readSchemaTables } from '../../src/db/sharding/distribute-tables.ts';
import { runOperation } from '../../src/pipeline/run-operation.ts';
import { probes, twoAccounts, wrongInAnswer } from '../isolation/two-accounts.ts';
import { states } from '../state-matrix/document-states.ts';
import { matrixCells } from '../state-matrix/matrix-cells.ts';
import { rowsOf } from '../state-matrix/operation-tables.ts';
import { testService } from '../support/service/in-process-service.ts';
import { rolledBackServices } from '../support/service/rolled-back-services.ts';
import type { Found, ShardedEnvironment } from './sharded-environment.ts';

/** Faults shown per row of the table. */
const FAULTS_TOLD = 20;

/**
 * Runs every operation in every state of every document kind: it answers as decided, and refusals
 * change no row.
 */
export async function matrixOnNodes({ database, owner, webhooksOf, sealOf }: ShardedEnvironment): Promise<Found> {
  const seal = await sealOf();
  const service = await testService({ database, seal, webhooks: await webhooksOf() });
  try {
    const { wrongInRow } = await matrixCells(service);
    const digest = await digestOf(owner, [service.accountId]);
    let unchanged = await digest();
    let cells = 0;
    const wrong: string[] = [];
    for (const kind of Object.keys(states))
      for (const row of rowsOf(kind)) {
        cells += Object.keys(row.cells).length;
        wrong.push(...(await wrongInRow(kind, row)));
        const after = await digest();
        if (after !== unchanged) wrong.push(`${kind}: ${row.asked} changed rows`);
        unchanged = after;
      }
    return { held: wrong.length === 0 && cells > 0, figures: told(cells, 'cells', wrong) };
  } finally {
    await service.close();
    await seal.close();
  }
}

/**
 * Runs every operation with every ID of another account: “not found”, nothing revealed, no row
 * changed.
 */
export async function probesOnNodes({ database, owner, webhooksOf, sealOf }: ShardedEnvironment): Promise<Found> {
  const seal = await sealOf();
  const { service, own, foreign } = await twoAccounts({
    ...{ database, seal, webhooks: await webhooksOf() },
    suffix: Date.now().toString(36),
  });
  try {
    const all = probes(own, foreign);
    const digest = await digestOf(owner, [own.caller.accountId, foreign.caller.accountId]);
    const seen = await digest();
    const wrong: string[] = [];
    for (const probe of all) {
      const services = probe.place === 'none' ? rolledBackServices(service.services) : service.services;
      const asked = { parts: probe.said, language: 'en' } as const;
      const fault = await runOperation(services, probe.operation, own.caller, asked)
        .then((answer) => wrongInAnswer(probe, answer, foreign))
        .catch((error: unknown) => `${probe.operation.name} ${probe.place} ${probe.member}: ${String(error)}`);
      if (fault) wrong.push(fault);
    }
    if ((await digest()) !== seen) wrong.push('rows changed');
    return { held: wrong.length === 0, figures: told(all.length, 'probes of another account', wrong) };
  } finally {
    await service.close();
    await seal.close();
  }
}

const told = (many: number, what: string, wrong: readonly string[]): string =>
  `${many} ${what}, ${wrong.length} answered otherwise ${wrong.slice(0, FAULTS_TOLD).join('; ')}`.trimEnd();

/** A digest of all rows of some accounts, except the request statistics processes keep. */
async function digestOf(owner: pg.Client, accounts: readonly string[]): Promise<() => Promise<string>> {
  const aside = ['day_count', 'key_request'];
  const tables = (await readSchemaTables(owner)).filter(
    ({ name, ledBy }) => ledBy === 'account_id' && !aside.includes(name),
  );
  return async () => {
    const digests: string[] = [];
    for (const { name } of tables)
      for (const account of accounts) {
        const text = `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from billing.${name} t where account_id = $1`;
        const { rows } = await owner.query<{ digest: string }>(text, [account]);
        digests.push(`${name} ${rows[0]?.digest}`);
      }
    return digests.join('; ');
  };
}
