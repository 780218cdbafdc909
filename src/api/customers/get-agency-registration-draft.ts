import * as z from 'zod';
import { findContact } from '../../db/customers/customers.ts';
import { registrationDraftOf } from '../../domain/payments/agency/registration-draft.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import {
  AgencyRegistrationDraftJson,
  registrationDraftToJson,
} from '../../schemas/payments/agency/registration-draft.ts';

export const getAgencyRegistrationDraft = operation({
  name: 'get-agency-registration-draft',
  summary: 'Returns the known data of a contact for the registration at Urssaf (avance immédiate).',
  description:
    'The customer’s names, e-mail, French mobile number, bank account, and billing address in the parts Urssaf requires. Ask the customer for the missing data: birth name, date and place of birth, and the INSEE code of their town.',
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
