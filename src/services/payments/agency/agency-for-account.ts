import { settingsOf } from '../../../db/account/settings.ts';
import { findAgencyKeys } from '../../../db/payments/agency-accounts.ts';
import {
  findSimulatorRecord,
  simulatorRecordsIssued,
  storeSimulatorRecord,
} from '../../../db/payments/agency-simulator-records.ts';
import type { Tx } from '../../../db/transaction.ts';
import { AGENCY_DAY_SECONDS } from '../../../domain/payments/agency/request-progress.ts';
import type { Context } from '../../context.ts';
import { providerClientOf } from '../online/providers.ts';
import type { AgencyKeys } from './access-token.ts';
import { type Agency, agency } from './agency-client.ts';
import { agencySimulator, RESULTS_MAX, type SimulatorRecords } from './simulator/agency-simulator.ts';

/** The agency as one account asks it, and whom it pays. */
export type AgencyOfAccount = { readonly agency: Agency; readonly billingId: string };

/** Does something in a transaction of the account: the one there is, or one of its own. */
export type RunInTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Where nobody asks anything: the stand-in answers in this process. */
const STAND_IN = {
  home: 'https://agency.invalid',
  keys: { clientId: 'essai', clientSecret: 'essai' },
  billingId: 'ESSAI',
};

/** The agency of an account, tests at the stand-in; undefined where it has no keys, or this service asks no agency. */
export async function agencyForAccount(context: Context, inTx: RunInTransaction): Promise<AgencyOfAccount | undefined> {
  if (context.test) {
    const { home, keys, billingId } = STAND_IN;
    const { now } = context;
    const stage = { memory: memoryIn(inTx), now: () => now, daySeconds: AGENCY_DAY_SECONDS.test };
    return { agency: agency(home, keys, agencySimulator(stage)), billingId };
  }
  const [locked, { settings }] = await Promise.all([findAgencyKeys(context.tx), settingsOf(context.tx)]);
  // The codes of activities follow from an order nobody promised: whoever has not checked them sends nothing.
  if (!locked || !settings.agency?.natureCodesConfirmed) return undefined;
  const keys: AgencyKeys = JSON.parse(context.webhooks.secrets.open(locked.lockedKeys, locked.id));
  const asked = agencyWithKeys(keys, context);
  return asked && { agency: asked, billingId: settings.agency.billingId };
}

/** The agency by keys at hand; undefined where this service asks none. */
export const agencyWithKeys = (
  keys: AgencyKeys,
  context: Pick<Context, 'agencyUrl' | 'callProvider'>,
): Agency | undefined =>
  context.agencyUrl === undefined ? undefined : agency(context.agencyUrl, keys, providerClientOf(context));

const memoryIn = (inTx: RunInTransaction): SimulatorRecords => ({
  find: (by) => inTx((tx) => findSimulatorRecord(tx, by)),
  issued: (from, to) => inTx((tx) => simulatorRecordsIssued(tx, from, to, RESULTS_MAX + 1)),
  keep: (trial) => inTx((tx) => storeSimulatorRecord(tx, trial)),
});
