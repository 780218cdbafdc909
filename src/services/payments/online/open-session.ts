import {
  findSession,
  insertSession,
  saveSession,
  sessionsOfDocument,
  wakeSession,
} from '../../../db/payments/payment-sessions.ts';
import { inTransaction, type TransactionScope, type Tx } from '../../../db/transaction.ts';
import { type Claim, isClaim } from '../../../domain/billing/document/document.ts';
import { cents } from '../../../domain/money/cents.ts';
import { payableOnline, providerFor } from '../../../domain/payments/online-payment.ts';
import { isStillGood, type PaymentSession, SESSION_SECONDS } from '../../../domain/payments/payment-session.ts';
import type { CustomerLink } from '../../../domain/portal/customer-link.ts';
import { firstCharacters } from '../../../domain/text/truncate.ts';
import { lockedClockIn } from '../../account/account-clock.ts';
import type { AppServices } from '../../app-dependencies.ts';
import { documentLookups, loadDocumentGroup } from '../../billing/document-group/load-document-group.ts';
import type { Context } from '../../context.ts';
import { addressOfLink } from '../../portal/customer-link.ts';
import { ProviderUnavailable } from './provider-client.ts';
import { isReachedFromOutside, providerOf, providerWebhookUrlOf } from './providers.ts';

/**
 * Seconds after which a started session that was not opened is opened by the job, in case the
 * process died.
 */
const OPENED_BY_JOB_SECONDS = 30;

const NOTHING = cents(0);

/**
 * A session for the amount due on a link's document, in the transaction that locks the link: a
 * valid existing one, otherwise a new one to be opened. Undefined if nothing can be paid online.
 */
export async function beginSession(context: Context, link: CustomerLink): Promise<PaymentSession | undefined> {
  const { tx, realNow: now, newId } = context;
  const found = await loadDocumentGroup(context, link.documentId as string, documentLookups.any);
  if ('refused' in found || !isClaim(found.asked.document)) return undefined;
  const { document, facts } = found.asked;
  const amount = payableOnline(document as Claim, facts.settings);
  const provider = providerFor(document, facts.settings);
  if (amount === undefined || provider === undefined) return undefined;
  const there = (await sessionsOfDocument(tx, document.id)).find(
    (each) => each.provider === provider && each.linkId === link.id && isStillGood(each, amount, now),
  );
  if (there) return there;
  const session: PaymentSession = {
    ...{ id: newId(), test: document.test, documentId: document.id, linkId: link.id, provider, amount },
    ...{ currency: document.content.currency.code, state: 'opening', openedAt: now, expiresAt: now + SESSION_SECONDS },
    ...{
      received: NOTHING,
      refunded: NOTHING,
      restored: NOTHING,
      unapplied: NOTHING,
      awaited: NOTHING,
      returned: NOTHING,
    },
  };
  insertSession(tx, session);
  wakeSession(tx, session.id, now, now + OPENED_BY_JOB_SECONDS);
  return session;
}

/**
 * Opens a started session at its provider, outside a transaction, and returns it with the page's
 * URL. Concurrent calls get the same page. Throws `ProviderUnavailable` and `ProviderKeyRejected`.
 */
export async function openProviderSession(
  services: AppServices,
  scope: TransactionScope,
  session: PaymentSession,
): Promise<PaymentSession> {
  if (session.state !== 'opening') return session;
  const known = await inTransaction(services.pool, scope, async (tx) => ({
    commit: false,
    answer: await whatToOpen(await contextOf(services, tx, session.test), session),
  }));
  if (!known) throw new ProviderUnavailable('the account is not connected to this provider any more');
  const { providerId, url } = await known.provider.open(known.what);
  if (typeof providerId !== 'string' || !String(url).startsWith('https://'))
    throw new ProviderUnavailable('no page to go to');
  return inTransaction(services.pool, scope, async (tx) => {
    const before = (await findSession(tx, session.id)) as PaymentSession;
    if (before.state !== 'opening') return { commit: true, answer: before };
    const opened: PaymentSession = { ...before, providerId, url, state: 'open' };
    saveSession(tx, opened);
    wakeSession(tx, session.id, services.now(), services.now() + 5);
    return { commit: true, answer: opened };
  });
}

async function whatToOpen(context: Context, session: PaymentSession) {
  const [provider, found] = await Promise.all([
    providerOf(context.tx, session, context),
    loadDocumentGroup(context, session.documentId, documentLookups.any),
  ]);
  if (!provider || 'refused' in found) return undefined;
  const { document, facts } = found.asked;
  const { emitter, onlinePayment } = facts.settings;
  const messagesUrl =
    onlinePayment && providerWebhookUrlOf(context, { accountId: context.accountId, ...onlinePayment });
  const name = emitter.commercialName?.trim() || emitter.name || facts.settings.name;
  const what = {
    ...{ id: session.id, amount: session.amount, currency: session.currency },
    ...{ openedAt: session.openedAt, expiresAt: session.expiresAt },
    description: firstCharacters(`${document.sealed?.number} · ${name}`, DESCRIPTION_MAX),
    returnUrl: addressOfLink(context, { id: session.linkId }),
    messagesUrl: messagesUrl && isReachedFromOutside(messagesUrl) ? messagesUrl : undefined,
  };
  return { provider, what };
}

/** Characters of the description a provider shows. */
const DESCRIPTION_MAX = 200;

/** The context for services called without a request. */
export const contextOf = async ({ environment, now, newId }: AppServices, tx: Tx, test: boolean): Promise<Context> => ({
  ...environment,
  ...{ tx, test, newId, accountId: tx.accountId },
  ...(await lockedClockIn(now, tx, test)),
  ...{ language: 'fr', scopes: [], actor: 'service' },
});
