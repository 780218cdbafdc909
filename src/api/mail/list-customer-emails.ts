import * as z from 'zod';
import { customerExists } from '../../db/customers/customer-balance.ts';
import { mailsToCustomer } from '../../db/mail/mails.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { CustomerMailJson } from '../../schemas/mail/mail.ts';
import { shownMail } from '../../services/mail/mail-response.ts';

export const listCustomerEmails = operation({
  name: 'get-customer-emails',
  summary: 'Lists the e-mails sent to a customer, newest first, with their documents and attempts.',
  description:
    'Lists those of the key’s mode (live or test). An organization includes its contacts. E-mails are kept for a year.',
  chapter: 'Customers',
  routes: ['GET /v2/customer/{customerId}/emails'],
  scope: 'billing:read',
  path: z.object({ id: idOr('customer_not_found') }),
  query: z.object(listing),
  body: z.object({}),
  success: 200,
  output: pageSchema(CustomerMailJson),
  refusals: ['customer_not_found'],
  run: async ({ tx, test }, { id: customerId, page, limit }) => {
    const [isKnown, { mails, total }] = await Promise.all([
      customerExists(tx, customerId),
      mailsToCustomer(tx, { customerId, test }, { page, limit }),
    ]);
    if (!isKnown) return { refused: 'customer_not_found' };
    const docs = mails.map((mail) => ({
      ...shownMail(mail),
      ...{ billingId: mail.documentId ?? null, number: mail.number },
      ...{ nextAttemptAt: mail.nextAt, attempts: mail.attempts },
    }));
    return { body: pageJson({ docs, total, limit, page, nextCursor: undefined }) };
  },
});
