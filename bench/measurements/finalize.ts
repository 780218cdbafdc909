import { driven, type Stage } from '../bench-environment.ts';
import type { Load, Outcome } from '../load/load.ts';
import type { Options } from '../options.ts';
import { type Finding, median, toldOf } from '../report.ts';
import type { Account } from '../seed/seed-accounts.ts';
import { seedDrafts } from '../seed/seed-accounts.ts';

type Case = { name: string; clients: number; accounts: (stage: Stage) => readonly Account[]; least: number };

const cases: readonly Case[] = [
  { name: '32 clients, 100 accounts', clients: 32, accounts: ({ accounts }) => accounts, least: 45 },
  { name: '8 clients, one account', clients: 8, accounts: ({ account }) => [account], least: 65 },
];

/**
 * Initial rates, used to prepare enough drafts for the first round; later rounds use the last one's
 * rates.
 */
const EXPECTED = { https: 500, sql: 1_500 };
const WARM_SECONDS = 10;

/**
 * Finalizing over HTTPS compared with a single-statement version of the same transaction, on the
 * same tables, with the same number of clients, alternating so that other load affects both.
 */
export async function measureFinalize(stage: Stage, { seconds, rounds }: Options): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, clients, accounts, least } of cases) {
    const rates = { ...EXPECTED };
    const round = async (over: 'https' | 'sql', lasting: number): Promise<Outcome> => {
      const drafts = await seedDrafts(stage.owner, accounts(stage), stage.model, Math.ceil(rates[over] * lasting));
      const load = loadOf(stage, over, clients, drafts);
      const outcome = await driven(stage, load);
      rates[over] = outcome.perSecond;
      return outcome;
    };
    for (const over of ['https', 'sql'] as const) await round(over, WARM_SECONDS);
    const https: Outcome[] = [];
    const sql: Outcome[] = [];
    for (let n = 0; n < rounds; n++) {
      https.push(await round('https', seconds));
      sql.push(await round('sql', seconds));
    }
    const shares = https.map((outcome, n) => (100 * outcome.perSecond) / (sql[n] as Outcome).perSecond);
    const each = shares.map((share) => share.toFixed(0)).join(', ');
    findings.push(
      {
        what: `finalize, ${name}: share of one statement`,
        value: median(shares),
        unit: '%',
        target: { least },
        how: `rounds ${each}`,
      },
      { what: '  over HTTPS', value: median(https.map((o) => o.perSecond)), unit: '/s', how: toldOf(https) },
      { what: '  in one statement', value: median(sql.map((o) => o.perSecond)), unit: '/s', how: toldOf(sql) },
    );
  }
  return findings;
}

function loadOf(
  { service, model }: Stage,
  over: 'https' | 'sql',
  clients: number,
  drafts: Awaited<ReturnType<typeof seedDrafts>>,
): Load {
  if (over === 'sql') {
    const { content: text, found_by: words } = model.sealed;
    return {
      over,
      clients,
      connection: service.database.serving,
      drafts,
      text,
      words,
      link: model.link,
      told: model.told,
    };
  }
  const asks = drafts.map(({ id, key }) => ({ method: 'PATCH', path: `/v2/billing/${id}/finalize`, key }));
  return { over, clients, port: service.port, ca: service.ca, asks };
}
