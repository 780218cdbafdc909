import { settingsOf } from '../../../db/account/settings.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { denominationOf } from '../../../domain/account/legal-identity.ts';
import type { Emitter } from '../../../domain/account/settings.ts';
import { linesOf, ownCompany, type TrialCompany, trialCompanies } from '../../../trial-platform/companies.ts';
import { createTrialPlatform, type TrialPlatform } from '../../../trial-platform/platform.ts';
import type { TrialStore } from '../../../trial-platform/store.ts';
import type { AppServices } from '../../app-dependencies.ts';
import type { CallPlatform } from '../call-platform.ts';
import type { PlatformKeys } from '../platform-token.ts';
import { storedTrialStore, trialStoreIn } from './stored-trial-state.ts';

/** What the trial platform of one account holds: about 600 invoices with their statuses. */
const LIMITS = { flows: 5_000, bytes: 100_000_000 };

/** The SIREN of an account on its trial platform while its settings have none. */
const SIREN_WITHOUT_SETTINGS = '400000006';

/**
 * The credentials of an account at its trial platform. They protect nothing: requests reach the
 * platform of the account that sends them and no other.
 */
export const trialKeysOf = (accountId: string): PlatformKeys => ({ clientId: accountId, clientSecret: 'trial' });

type Clock = Pick<AppServices, 'now' | 'newId'>;

/** Requests to the trial platform of an account, answered in this process without a network. */
export const trialPlatformCalls =
  ({ pool, now, newId }: Pick<AppServices, 'pool' | 'now' | 'newId'>) =>
  (accountId: string): CallPlatform =>
  async (question) => {
    const companies = await inTransaction(pool, { accountId, test: true, isReadOnly: true }, async (tx) => ({
      commit: true,
      answer: await companiesOf(tx),
    }));
    return platformWith(storedTrialStore(pool, accountId), companies, { now, newId }).answer(question);
  };

/** The trial platform of the account of an open transaction. `now` is Unix seconds. */
export const trialPlatformIn = async (tx: Tx, clock: Clock): Promise<TrialPlatform> =>
  platformWith(trialStoreIn(tx), await companiesOf(tx), clock);

/** Deletes what the trial platform of the account holds. */
export const emptyTrialPlatformOf = (tx: Tx): Promise<void> => trialStoreIn(tx).change((state) => state.clear());

const platformWith = (store: TrialStore, companies: readonly TrialCompany[], { now, newId }: Clock): TrialPlatform =>
  createTrialPlatform({ store, now, newId, companies, limits: LIMITS });

/**
 * The companies on the trial platform of an account: its own and the invented ones. The buyers say
 * nothing until the user speaks for them.
 */
export async function companiesOf(tx: Tx): Promise<readonly TrialCompany[]> {
  const { settings } = await settingsOf(tx);
  const own = ownCompanyOf(settings.emitter, tx.accountId);
  const invented = trialCompanies(() => '').filter(({ siren }) => siren !== own.siren);
  return [
    ...invented.map(({ client: _, ...company }) => ({ ...company, behaviour: { action: 'wait' as const } })),
    own,
  ];
}

/** The directory of the trial platform of an account. */
export const trialDirectoryOf = async (tx: Tx) =>
  (await companiesOf(tx)).map((company) => ({
    ...{ name: company.name, siren: company.siren, addresses: linesOf(company).map(({ address }) => address) },
    ...{ isPublic: company.entityType === 'Public', isOwn: company.client !== undefined },
  }));

function ownCompanyOf(emitter: Emitter, accountId: string): TrialCompany {
  const { name } = denominationOf(emitter);
  const siren = /^\d{9}/.exec(emitter.siret ?? '')?.[0] ?? SIREN_WITHOUT_SETTINGS;
  const company = ownCompany(siren, () => '');
  return { ...company, ...(name !== '' && { name }), client: trialKeysOf(accountId) };
}
