import * as z from 'zod';
import { findSession, recordSimulatorChoice, wakeSession } from '../../../db/payments/payment-sessions.ts';
import type { PaymentSession } from '../../../domain/payments/payment-session.ts';
import { customerOperation } from '../../../pipeline/customer-operation.ts';
import { beginSession, openProviderSession } from '../../../services/payments/online/open-session.ts';
import { ProviderKeyRejected, ProviderUnavailable } from '../../../services/payments/online/provider-client.ts';
import { withCustomerLink } from '../../../services/portal/customer-link.ts';

const opens = ['document'] as const;
const closed = ['customer_link_not_found', 'links_slowed'] as const;

export const payDocument = customerOperation({
  name: 'pay-document',
  summary: 'Redirects the customer to the provider’s payment page; repeating it leads to the same page.',
  route: 'POST /c/{link}/pay',
  opens,
  body: z.object({}),
  refusals: [...closed, 'payment_provider_unreachable'],
  async run(context, link) {
    const begun = await withCustomerLink(context, link, async (mine, opened) => ({
      session: await beginSession(mine, opened),
      whose: { accountId: mine.accountId, test: mine.test },
    }));
    if ('refused' in begun) return begun;
    if (!begun.session) return { url: undefined };
    try {
      return { url: (await openProviderSession(context, begun.whose, begun.session)).url };
    } catch (error) {
      if (error instanceof ProviderUnavailable || error instanceof ProviderKeyRejected)
        return { refused: 'payment_provider_unreachable' };
      throw error;
    }
  },
});

export const seeStandIn = customerOperation({
  name: 'see-stand-in',
  summary: 'Shows the choices of a test customer on the page of the simulated payment provider.',
  route: 'GET /c/{link}/try',
  opens,
  body: z.object({ session: z.uuid() }),
  refusals: closed,
  run: (context, link, { session: id }) =>
    withCustomerLink(context, link, async ({ tx }, opened) => {
      const session = await findSession(tx, id);
      return isTried(session, opened.documentId) ? { session } : { refused: 'customer_link_not_found' };
    }),
});

export const payAtStandIn = customerOperation({
  name: 'pay-at-stand-in',
  summary: 'Stores the choice of a test customer on the page of the simulated payment provider.',
  route: 'POST /c/{link}/try',
  opens,
  body: z.object({ session: z.uuid(), outcome: z.enum(['paid', 'pending', 'failed']) }),
  refusals: closed,
  run: (context, link, { session: id, outcome }) =>
    withCustomerLink(context, link, async ({ tx, realNow }, opened) => {
      const session = await findSession(tx, id);
      if (!isTried(session, opened.documentId)) return { refused: 'customer_link_not_found' };
      recordSimulatorChoice(tx, id, outcome);
      wakeSession(tx, id, realNow);
      return { outcome };
    }),
});

const isTried = (session: PaymentSession | undefined, documentId: string | undefined): session is PaymentSession =>
  session?.provider === 'stand_in' && session.documentId === documentId;
