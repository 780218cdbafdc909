import * as z from 'zod';
import { listPlatformConnections, type StoredConnection } from '../../../db/einvoicing/platform-connections.ts';
import { queueReading } from '../../../db/einvoicing/platform-flows.ts';
import type { DocumentStatus } from '../../../domain/einvoicing/life-cycle.ts';
import type { PlatformFlow } from '../../../domain/einvoicing/platform-flow.ts';
import type { TrialBuyerAction } from '../../../domain/einvoicing/trial-buyer.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { isStatusCode, statusRow } from '../../../einvoice/cdar/status-code.ts';
import { statusOfAction } from '../../../trial-platform/buyer-order.ts';
import { delays } from '../../../trial-platform/limits.ts';
import type { Context } from '../../context.ts';
import { companiesOf, trialPlatformIn } from './trial-platform-of-account.ts';

/** The code of the status that says an invoice was delivered to its buyer. */
const MADE_AVAILABLE = 203;

/** Whether the trial platform that is connected delivered a document. */
export const isAtTrialPlatform = (of: {
  readonly flow: PlatformFlow | undefined;
  readonly statuses: readonly DocumentStatus[];
  readonly connections: readonly StoredConnection[];
}): boolean =>
  of.connections.some(({ id, preset }) => preset === 'trial' && id === of.flow?.connectionId) &&
  of.statuses.some(({ code }) => code === MADE_AVAILABLE);

/** The connection of the account to its trial platform; undefined in live mode. */
export const trialConnection = async ({ tx, test }: Pick<Context, 'tx' | 'test'>) =>
  (await listPlatformConnections(tx, test)).find(({ preset }) => preset === 'trial');

/** What the customer says, with a reason of the status and a text in its own words. */
export type BuyerAnswer = {
  readonly action: TrialBuyerAction;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

/** The reasons that the status of an action accepts (XP Z12-012, MDT-113). */
function reasonsOf(action: TrialBuyerAction): readonly string[] {
  const code = statusOfAction[action];
  return (isStatusCode(code) && statusRow(code).reasons) || [];
}

/**
 * The customer of a document answers on the trial platform. The status reaches the document when
 * the platform is read, a moment later.
 */
export async function speakForBuyer(
  context: Context,
  { flow, connectionId }: { readonly flow: string; readonly connectionId: string },
  answer: BuyerAnswer,
): Promise<Refused<'trial_reason_unknown' | 'trial_platform_full' | 'not_at_trial_platform'> | undefined> {
  const { action, reason } = answer;
  const reasons = reasonsOf(action);
  if (reason !== undefined && !reasons.includes(reason)) return { refused: 'trial_reason_unknown', reasons };
  const said = await order(context, `invoices/${flow}/act`, answer);
  if (said.status === FULL) return { refused: 'trial_platform_full' };
  if (said.status !== DONE) return { refused: 'not_at_trial_platform' };
  queueReading(context.tx, connectionId, context.test, context.realNow);
  return undefined;
}

/**
 * One of the invented companies bills the account. It did so a few seconds ago, so that the invoice
 * arrives with the next read.
 */
export async function billFromTrialCompany(
  context: Context,
  connectionId: string,
): Promise<{ readonly number: string; readonly supplier: string } | Refused<'trial_platform_full'>> {
  const companies = await companiesOf(context.tx);
  const own = companies.find(({ client }) => client);
  const supplier = companies.find(({ client, entityType }) => !client && entityType !== 'Public');
  const ago = { ...context, realNow: context.realNow - delays.available };
  const said = await order(ago, 'supplier-invoices', { from: supplier?.siren, to: own?.siren });
  if (said.status === FULL) return { refused: 'trial_platform_full' };
  if (said.status !== CREATED) throw new Error(`the trial platform answered ${said.status} ${said.text}`);
  queueReading(context.tx, connectionId, context.test, context.realNow);
  return { number: billed.parse(JSON.parse(said.text)).number, supplier: supplier?.name ?? '' };
}

const DONE = 200;
const CREATED = 201;
const FULL = 503;
const billed = z.object({ number: z.string() });

/** An order of the endpoints under `/trial`, in the transaction of the caller. */
async function order({ tx, realNow, newId }: Context, path: string, body: object) {
  const platform = await trialPlatformIn(tx, { now: () => realNow, newId });
  const answer = await platform.answer({
    ...{ method: 'POST', url: `/trial/${path}`, headers: { 'content-type': 'application/json' } },
    body: Buffer.from(JSON.stringify(body)),
  });
  return { status: answer.status, text: Buffer.from(answer.body).toString() };
}
