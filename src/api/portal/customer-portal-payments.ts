import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { findCustomers } from '../../db/customers/customer-batch.ts';
import { portalDocuments } from '../../db/portal/portal-documents.ts';
import { PORTAL_PAYMENTS_MAX } from '../../domain/portal/customer-link.ts';
import { civilDayOf } from '../../domain/time/civil-day.ts';
import { personalOperation } from '../../pipeline/personal-operation.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import { PortalPaymentsJson, portalPaymentsToJson } from '../../schemas/portal/portal-payments.ts';
import { clockIn } from '../../services/account/account-clock.ts';
import { findPortalCustomer } from '../../services/portal/load-portal.ts';

export const getCustomerPortalPayments = personalOperation({
  name: 'get-customer-portal-payments',
  summary: 'Returns a customer’s documents with a sender, using the secret of the portal.',
  description:
    'No key is needed: `token` is shown in the customer of a document to keys with `billing:write` and `customers:read`. Documents with a balance due come first. Unknown ids and wrong secrets get the same refusal, and attempts are rate-limited.',
  chapter: 'Portal',
  routes: ['GET /v2/customer-portal/payments'],
  asker: 'anybody',
  path: z.object({}),
  query: z.object({
    id: z.string().max(255).meta({ description: 'The id of the contact or organization.' }),
    token: z.string().max(255).meta({ description: 'The secret of the customer’s portal: `token` of a customer.' }),
  }),
  body: z.object({}),
  success: 200,
  output: PortalPaymentsJson,
  refusals: ['customer_link_not_found', 'links_slowed'],
  run: (context, { id, token }) =>
    findPortalCustomer(context, { id: isUuid(id) ? id : undefined, token }, async (tx, { test }) => {
      const [{ settings }, [known]] = await Promise.all([settingsOf(tx), findCustomers(tx, [id], test)]);
      if (!known) return { refused: 'customer_link_not_found' };
      const { now } = await clockIn(context.now, tx, test);
      const query = { customerId: id, test, day: civilDayOf(now, settings.zone) };
      const { documents } = await portalDocuments(tx, query, { limit: PORTAL_PAYMENTS_MAX, page: 1 });
      return { body: portalPaymentsToJson(known.customer, documents, settings) };
    }),
});
