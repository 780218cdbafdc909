import { settingsOf } from '../../../db/account/settings.ts';
import {
  findAgencyKeys,
  findSimulatorRecord,
  simulatorRecordsIssued,
  storeSimulatorRecord,
} from '../../../db/payments/agency.ts';
import type { Tx } from '../../../db/transaction.ts';
import { AGENCY_DAY_SECONDS } from '../../../domain/payments/agency/request-progress.ts';
import type { Context } from '../../context.ts';
import { providerClientOf } from '../online/providers.ts';
import type { AgencyKeys } from './access-token.ts';
import { type Agency, agency } from './agency-client.ts';
import { agencySimulator, RESULTS_MAX, type SimulatorRecords } from './simulator/agency-simulator.ts';

/** The Urssaf API for one account, and the payee. */
export type AgencyOfAccount = { readonly agency: Agency; readonly billingId: string };

/** Runs something in a transaction of the account: the current one, or a new one. */
export type RunInTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** What the simulator in this process needs; it replaces the real API in test mode. */
const STAND_IN = {
  home: 'https://agency.invalid',
  keys: { clientId: 'essai', clientSecret: 'essai' },
  billingId: 'ESSAI',
};

/**
 * The Urssaf API of an account, for tests the simulator; undefined without credentials or if this
 * service has no API address.
 */
export async function agencyForAccount(context: Context, inTx: RunInTransaction): Promise<AgencyOfAccount | undefined> {
  if (context.test) {
    const { home, keys, billingId } = STAND_IN;
    const { now } = context;
    const stage = { memory: memoryIn(inTx), now: () => now, daySeconds: AGENCY_DAY_SECONDS.test };
    return { agency: agency(home, keys, agencySimulator(stage)), billingId };
  }
  const [locked, { settings }] = await Promise.all([findAgencyKeys(context.tx), settingsOf(context.tx)]);
  // The nature codes are derived from an undocumented order, so nothing is sent until the account
  // has confirmed them.
  if (!locked || !settings.agency?.natureCodesConfirmed) return undefined;
  const keys: AgencyKeys = JSON.parse(context.webhooks.secrets.open(locked.lockedKeys, locked.id));
  const asked = agencyWithKeys(keys, context);
  return asked && { agency: asked, billingId: settings.agency.billingId };
}

/** The Urssaf API with given credentials; undefined if this service has no API address. */
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
