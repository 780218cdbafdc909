import { driven, INVOICE, type Stage } from '../bench-environment.ts';
import type { Ask, Outcome } from '../load/load.ts';
import type { Options } from '../options.ts';
import { type Finding, median, toldOf } from '../report.ts';
import { seedDrafts } from '../seed/seed-accounts.ts';

const CLIENTS = 16;
/** Initial rate, used to prepare enough documents for a round. */
const EXPECTED_PER_SECOND = 500;
/** Maximum cost of a follow-up document relative to a new invoice. */
const COST_MOST = 1.3;

type Finalized = { id: string; key: string };

/**
 * Cost of follow-up operations relative to a new invoice: a draft credit note for all of it, and a
 * partial payment. Same accounts and clients, alternating so that other load affects all.
 */
export async function measureFollowing(stage: Stage, { seconds, rounds }: Options): Promise<Finding[]> {
  const made: Outcome[] = [];
  const credited: Outcome[] = [];
  const paid: Outcome[] = [];
  const each = Math.ceil(EXPECTED_PER_SECOND * seconds);
  // The first round is a warm-up.
  for (let n = 0; n <= rounds; n++) {
    const [first, second] = halves(await finalized(stage, 2 * each));
    const outcomes = [
      await run(
        stage,
        first.map(({ key }) => creating(stage, key)),
      ),
      await run(stage, first.map(crediting)),
      await run(stage, second.map(paying)),
    ] as const;
    if (n === 0) continue;
    made.push(outcomes[0]);
    credited.push(outcomes[1]);
    paid.push(outcomes[2]);
  }
  return [
    { what: 'create an invoice, 100 accounts', value: perSecond(made), unit: '/s', how: toldOf(made) },
    ...beside(made, { what: 'credit an invoice', outcomes: credited }),
    ...beside(made, { what: 'record a payment', outcomes: paid }),
  ];
}

const perSecond = (outcomes: readonly Outcome[]): number => median(outcomes.map((outcome) => outcome.perSecond));

function beside(made: readonly Outcome[], { what, outcomes }: { what: string; outcomes: Outcome[] }): Finding[] {
  const costs = outcomes.map((outcome, n) => (made[n] as Outcome).perSecond / outcome.perSecond);
  const processor = outcomes.map((outcome, n) => processorOf(outcome) / processorOf(made[n] as Outcome));
  const how = `rounds ${told(costs)}; in processor ${told(processor)}`;
  return [
    {
      what: `${what}: cost relative to new invoices`,
      value: median(costs),
      unit: '×',
      target: { most: COST_MOST },
      how,
    },
    { what: '  over HTTPS', value: perSecond(outcomes), unit: '/s', how: toldOf(outcomes) },
  ];
}

const told = (costs: readonly number[]): string => costs.map((cost) => cost.toFixed(2)).join(', ');

const processorOf = ({ serverMs = 0, postgresMs = 0 }: Outcome): number => serverMs + postgresMs;

const run = (stage: Stage, asks: Ask[]): Promise<Outcome> => {
  const { port, ca } = stage.service;
  return driven(stage, { over: 'https', clients: CLIENTS, port, ca, asks });
};

/** Invoices finalized by the service, spread over the accounts. */
async function finalized(stage: Stage, count: number): Promise<Finalized[]> {
  const drafts = await seedDrafts(stage.owner, stage.accounts, stage.model, count);
  await run(
    stage,
    drafts.map(({ id, key }) => ({ method: 'PATCH', path: `/v2/billing/${id}/finalize`, key })),
  );
  return drafts;
}

const halves = <T>(all: readonly T[]): [T[], T[]] => [all.slice(0, all.length / 2), all.slice(all.length / 2)];

const creating = ({ customerId }: Stage, key: string): Ask => ({
  method: 'POST',
  path: `/v2/billing/invoice/${customerId}`,
  key,
  body: JSON.stringify(INVOICE),
});

const crediting = ({ id, key }: Finalized): Ask => ({ method: 'POST', path: `/v2/billing/invoice/${id}/asset`, key });

const paying = ({ id, key }: Finalized): Ask => ({
  method: 'POST',
  path: `/v2/accounting-billing/invoice/${id}/reconciliate`,
  key,
  body: JSON.stringify({ payments: [{ amount: 100, receivedAt: Math.floor(Date.now() / 1000), method: 'transfer' }] }),
});
