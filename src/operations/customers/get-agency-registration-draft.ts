import * as z from 'zod';
import { idOr } from '../../contract/id.ts';
import {
  AgencyRegistrationDraftJson,
  registrationDraftToJson,
} from '../../contract/payments/agency-registration-draft.ts';
import { registrationDraftOf } from '../../domain/payments/agency/registration-draft.ts';
import { operation } from '../../road/operation.ts';
import { findContact } from '../../store/customers/customers.ts';

export const getAgencyRegistrationDraft = operation({
  name: 'get-agency-registration-draft',
  summary:
    'Tells what is known of a contact for his registration with the agency of personal services (avance immédiate).',
  description:
    'His names, e-mail, mobile telephone of France, bank account, and his billing address in the parts the agency asks for. The rest is asked of the customer: his name at birth, day and place of birth, and INSEE’s code of his town.',
  chapter: 'Customers',
  routes: ['GET /contact/{contactId}/agency-registration/draft'],
  scope: 'customers:read',
  path: z.object({ id: idOr('contact_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: AgencyRegistrationDraftJson,
  refusals: ['contact_not_found'],
  async run({ tx }, { id }) {
    const known = await findContact(tx, id);
    if (!known) return { refused: 'contact_not_found' };
    return { body: registrationDraftToJson(registrationDraftOf(known.customer)) };
  },
});
