import { timingSafeEqual } from 'node:crypto';
import { settingsOf } from '../../db/account/settings.ts';
import { findCustomers } from '../../db/customers/customer-batch.ts';
import { accountsOfCustomer } from '../../db/portal/portal-customers.ts';
import { type PortalDocument, type PortalSum, portalDocuments, portalSums } from '../../db/portal/portal-documents.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { isFinalized } from '../../domain/billing/document/document.ts';
import type { Locale } from '../../domain/billing/document/locale.ts';
import { nameOf } from '../../domain/customers/customer.ts';
import { type Transfer, transferOf } from '../../domain/payments/transfer.ts';
import { type CustomerLink, PORTAL_PAGE_MAX } from '../../domain/portal/customer-link.ts';
import type { Refused } from '../../domain/refusal.ts';
import type { Theme } from '../../domain/themes/theme.ts';
import { type CivilDay, civilDayOf } from '../../domain/time/civil-day.ts';
import { documentLookups, loadDocumentGroup } from '../billing/document-group/load-document-group.ts';
import type { Context } from '../context.ts';
import type { PersonalContext } from '../people/personal-context.ts';
import { themeOfKindToday } from '../themes/find-theme.ts';

/** One page of a customer's portal with one sender. */
export type LoadedPortal = {
  readonly customer: string;
  readonly settings: AccountSettings;
  readonly theme: Theme;
  readonly locale: Locale;
  readonly test: boolean;
  readonly today: CivilDay;
  readonly sums: readonly PortalSum[];
  readonly documents: readonly PortalDocument[];
  /** The transfer details of the first amount to pay, on the first page. */
  readonly transfer: Transfer | undefined;
  readonly total: number;
  readonly page: number;
  /** Number of pages. */
  readonly pages: number;
};

/**
 * The portal of a link's customer, in the requested language, otherwise the customer's, otherwise
 * the account's.
 */
export async function loadPortal(
  context: Context,
  { customerId, test }: Pick<CustomerLink, 'customerId' | 'test'>,
  { locale, page }: { locale?: Locale | undefined; page: number },
): Promise<LoadedPortal | Refused<'customer_link_not_found'>> {
  const { tx, now } = context;
  const id = customerId as string;
  const [{ settings }, [known], theme] = await Promise.all([
    settingsOf(tx),
    findCustomers(tx, [id], test),
    themeOfKindToday(context, 'invoice'),
  ]);
  if (!known) return { refused: 'customer_link_not_found' };
  const { customer, organization } = known;
  const today = civilDayOf(now, settings.zone);
  const query = { customerId: id, test, day: today };
  const [{ documents, total }, sums] = await Promise.all([
    portalDocuments(tx, query, { limit: PORTAL_PAGE_MAX, page }),
    portalSums(tx, query),
  ]);
  const next = page === 1 ? documents.find(({ part }) => part === 'to_pay') : undefined;
  const language = customer.details.language ?? organization?.details.language;
  return {
    ...{ customer: nameOf(customer), settings, theme, test, today, sums, documents, total, page },
    locale: locale ?? language ?? settings.defaults.locale,
    transfer: next && (await transferOfBill(context, next.id)),
    pages: Math.max(1, Math.ceil(total / PORTAL_PAGE_MAX)),
  };
}

async function transferOfBill(context: Context, id: string): Promise<Transfer | undefined> {
  const found = await loadDocumentGroup(context, id, documentLookups.any);
  return 'refused' in found || !isFinalized(found.asked.document) ? undefined : transferOf(found.asked.document);
}

type No = Refused<'customer_link_not_found' | 'links_slowed'>;
const NOT_FOUND = { refused: 'customer_link_not_found' } as const;
/**
 * An account and customer ID that do not exist, compared when there is no other, to take the same
 * time.
 */
const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Reads a customer's data for the holder of the portal secret (decision 0032), in a transaction of
 * the account. An unknown ID, another customer's secret and a wrong one run the same query and
 * comparison; guesses per address are slowed.
 */
export async function findPortalCustomer<Answer>(
  { pool, environment, guesses, network }: PersonalContext,
  { id, token }: { id: string | undefined; token: string },
  work: (tx: Tx, whose: { test: boolean }) => Promise<Answer>,
): Promise<Answer | No> {
  const guess = { network, aim: `portals from ${network}` };
  const retryAfter = guesses.wait(guess);
  if (retryAfter > 0) return { refused: 'links_slowed', retryAfter };
  const accounts = await inTransaction(pool, { accountId: '', test: false }, async (tx) => ({
    commit: false,
    answer: await accountsOfCustomer(tx, id ?? ZERO_UUID),
  }));
  const candidates = accounts.length > 0 ? accounts : [{ accountId: ZERO_UUID, test: false }];
  const said = Buffer.from(token);
  const opened = candidates.filter(({ accountId }) => {
    const secret = Buffer.from(environment.portalTokens.of({ accountId, customerId: id ?? ZERO_UUID }));
    return said.length === secret.length && timingSafeEqual(said, secret);
  });
  const [whose] = accounts.length > 0 ? opened : [];
  if (!whose) {
    guesses.failed(guess);
    return NOT_FOUND;
  }
  return inTransaction(pool, whose, async (tx) => ({ commit: false, answer: await work(tx, whose) }));
}
