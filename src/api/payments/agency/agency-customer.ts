import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { findContact, lockContact } from '../../../db/customers/customers.ts';
import {
  type AgencyCustomer,
  findAgencyCustomer,
  forgetAgencyCustomer,
  storeAgencyCustomer,
} from '../../../db/payments/agency.ts';
import { registrationOf } from '../../../domain/payments/agency/agency-registration-data.ts';
import { registrationDraftOf } from '../../../domain/payments/agency/registration-draft.ts';
import { birthDayFault } from '../../../domain/payments/agency/registration-faults.ts';
import { type AgencyError, statusOfCode } from '../../../domain/payments/agency/request-status.ts';
import { civilDayOf } from '../../../domain/time/civil-day.ts';
import { operation } from '../../../pipeline/operation.ts';
import { idOr } from '../../../schemas/fields/id.ts';
import {
  AgencyCustomerJson,
  AgencyRegistrationDraftJson,
  AgencyRegistrationForm,
  agencyCustomerToJson,
  registrationDraftToJson,
} from '../../../schemas/payments/agency/registration.ts';
import type { Context } from '../../../services/context.ts';
import { agencyForAccount } from '../../../services/payments/agency/agency-for-account.ts';
import type { Answered } from '../../../services/payments/agency/agency-messages.ts';

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

const about = {
  chapter: 'Customers',
  path: z.object({ id: idOr('contact_not_found') }),
  query: z.object({}),
  body: z.object({}),
} as const;
type Shown = z.input<typeof AgencyCustomerJson>;

export const registerAgencyCustomer = operation({
  ...about,
  name: 'register-agency-customer',
  summary:
    'Registers a contact at Urssaf, so that Urssaf can be asked to pay the contact’s invoices (avance immédiate).',
  description:
    'Urssaf is called immediately. Only the date of birth is stored, encrypted, because each request must repeat it. The customer then accepts on Urssaf’s page. The service checks this automatically, and then sends the payment requests that waited for it. A new registration replaces the previous one.',
  routes: ['PUT /contact/{contactId}/agency-registration'],
  scope: 'customers:write',
  body: AgencyRegistrationForm,
  success: 200,
  output: AgencyCustomerJson,
  refusals: [
    'contact_not_found',
    'agency_birth_day_to_come',
    'agency_account_not_found',
    'agency_keys_refused',
    'agency_unreachable',
    'agency_refused_customer',
  ],
  example: {
    ...{ civility: 'mrs', birthName: 'Durand', firstNames: 'Léa Marie', bornOn: '1980-05-17' },
    birthPlace: { country: '99100', townCode: '69123', town: 'Lyon' },
    ...{ mobilePhone: '0612345678', email: 'lea@example.org' },
    address: {
      number: '12',
      streetType: 'R',
      street: 'DES LILAS',
      town: 'LYON',
      townCode: '69383',
      postalCode: '69003',
      country: '99100',
    },
    bank: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Léa Durand' },
  },
  async run(context, { id, ...registration }) {
    if (!(await findContact(context.tx, id))) return { refused: 'contact_not_found' };
    const { settings } = await settingsOf(context.tx);
    const isToCome = birthDayFault(registration, civilDayOf(context.now, settings.zone));
    if (isToCome) return isToCome;
    const account = await agencyForAccount(context, (work) => work(context.tx));
    if (!account) return { refused: 'agency_account_not_found' };
    const register = (): Promise<Answered<string>> => account.agency.register(registrationOf(registration));
    // The simulator answers in this process, so there is nothing to wait for.
    if (context.test) return kept(context, id, registration.bornOn, await register());
    return { aside: register, after: (later, answered) => kept(later, id, registration.bornOn, answered) };
  },
});

/** Stores Urssaf's ID and the date of birth, which each request must repeat. */
async function kept(context: Context, customerId: string, bornOn: string, answered: Answered<string>) {
  const { tx, now, realNow, webhooks } = context;
  if ('keysRefused' in answered) return { refused: 'agency_keys_refused' } as const;
  if ('away' in answered) return { refused: 'agency_unreachable' } as const;
  if ('refused' in answered) {
    const { code, said } = answered.refused;
    return { refused: 'agency_refused_customer', agencyCode: statusOfCode(code) as AgencyError, said } as const;
  }
  const known = await lockContact(tx, customerId);
  if (!known) return { refused: 'contact_not_found' } as const;
  const customer: AgencyCustomer = {
    ...{ customerId, test: known.customer.test, agencyId: answered.ok, state: 'not_activated', registeredAt: now },
    lockedBornOn: webhooks.secrets.lock(bornOn, customerId),
  };
  storeAgencyCustomer(tx, customer, realNow);
  return { body: agencyCustomerToJson(customer) as Shown };
}

export const getAgencyCustomer = operation({
  ...about,
  name: 'get-agency-customer',
  summary: 'Gets the registration of a contact at Urssaf.',
  routes: ['GET /contact/{contactId}/agency-registration'],
  scope: 'customers:read',
  success: 200,
  output: AgencyCustomerJson,
  refusals: ['contact_not_found', 'agency_customer_not_found'],
  async run({ tx }, { id }) {
    const [known, customer] = await Promise.all([findContact(tx, id), findAgencyCustomer(tx, id)]);
    if (!known) return { refused: 'contact_not_found' };
    return customer ? { body: agencyCustomerToJson(customer) } : { refused: 'agency_customer_not_found' };
  },
});

export const forgetAgencyRegistration = operation({
  ...about,
  name: 'forget-agency-customer',
  summary: 'Deletes the Urssaf registration of a contact; requests already sent continue.',
  description: 'Urssaf is not notified: customers who want to leave must tell Urssaf.',
  routes: ['DELETE /contact/{contactId}/agency-registration'],
  scope: 'customers:write',
  success: 204,
  output: z.null(),
  refusals: ['contact_not_found', 'agency_customer_not_found'],
  async run({ tx }, { id }) {
    if (!(await lockContact(tx, id))) return { refused: 'contact_not_found' };
    if (!(await findAgencyCustomer(tx, id))) return { refused: 'agency_customer_not_found' };
    forgetAgencyCustomer(tx, id);
    return { body: null };
  },
});
