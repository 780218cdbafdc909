import * as z from 'zod';
import type { Revision } from '../../domain/customers/apply-changes.ts';
import { type Contact, type ContactDetails, nameOf } from '../../domain/customers/customer.ts';
import type { AgencyCustomerState } from '../../domain/payments/agency/next-step.ts';
import { filledText, NAME_MAX, text } from '../fields/text.ts';
import { BankInformationJson } from '../payments/bank-account.ts';
import { ClientAddressJson, clearable, commonForm, commonRevision, preferencesJson } from './customer-form.ts';

/** A customer's registration states at Urssaf, with the API's names. */
export const registrationStates = {
  active: 'synced',
  unknown: 'pending',
  not_activated: 'end_user_action_required',
  expired: 'end_user_action_required',
  not_found: 'error',
  blocked: 'error',
} as const satisfies Record<AgencyCustomerState, string>;

export const RegistrationStateJson = z.enum(['synced', 'pending', 'end_user_action_required', 'error']);

/** The form of a contact. */
export const ContactForm = z
  .object({
    firstname: text(NAME_MAX).meta({ description: 'First name; may be empty.' }),
    lastname: filledText(NAME_MAX).meta({ description: 'Last name.' }),
    jobTitle: clearable(text(NAME_MAX)).meta({ description: 'The person’s role.' }),
    ...commonForm,
  })
  .meta({ id: 'ContactForm' });

/** The form of a change: missing members stay as they are. */
export const ContactChange = ContactForm.partial().meta({ id: 'ContactChange' });

/** The form of a contact of an organization, who may be its default contact. */
export const OrganizationContactForm = ContactForm.extend({
  defaultContact: z
    .boolean()
    .optional()
    .meta({ description: 'Whether documents of the organization go to this contact.' }),
}).meta({ id: 'OrganizationContactForm' });
export const OrganizationContactChange = OrganizationContactForm.partial().meta({ id: 'OrganizationContactChange' });

const OrganizationOfContactJson = z.object({ id: z.string(), name: z.string() }).meta({ id: 'OrganizationOfContact' });
const seconds = z.number().meta({ description: 'Unix seconds.' });

const listed = {
  id: z.string(),
  emails: z.array(z.string()),
  organization: OrganizationOfContactJson.optional(),
  defaultContact: z.boolean(),
  createdAt: seconds,
  archivedAt: seconds.optional(),
  hasBillings: z.boolean(),
  test: z.boolean(),
};

export const ContactJson = z
  .object({
    ...listed,
    firstname: z.string(),
    lastname: z.string(),
    phone: z.string().optional(),
    jobTitle: z.string().optional(),
    notes: z.string().optional(),
    billingAddress: ClientAddressJson.optional(),
    deliveryAddress: ClientAddressJson.optional(),
    bankInformations: BankInformationJson.optional(),
    hasTiersPrestation: z.boolean().meta({ description: 'Whether the contact is registered at Urssaf.' }),
    ...preferencesJson,
  })
  .meta({ id: 'Contact' });

export const ContactListItemJson = z
  .object({
    ...listed,
    fullname: z.string(),
    tiersPrestation: z.object({ state: RegistrationStateJson }).meta({ id: 'RegistrationOfContact' }).optional().meta({
      description:
        'The customer’s registration at Urssaf, if any: `synced` once payment requests can be sent, `end_user_action_required` until the customer accepts or gives a new debit mandate.',
    }),
  })
  .meta({ id: 'ContactListItem' });

/** A contact for an answer: with the organization's name, and whether it has documents. */
type KnownContact = {
  customer: Contact;
  organization?: { id: string; details: { name: string } };
  hasDocuments: boolean;
  agencyState?: AgencyCustomerState;
};

export function contactToJson(known: KnownContact): z.infer<typeof ContactJson> {
  const { bank, emails: _, paymentMethods, ...details } = known.customer.details;
  return {
    ...listedMembers(known),
    ...details,
    ...(bank && { bankInformations: bank }),
    ...(paymentMethods && { paymentMethods: [...paymentMethods] }),
    hasTiersPrestation: known.agencyState !== undefined,
  };
}

export const contactToListItem = (known: KnownContact): z.infer<typeof ContactListItemJson> => ({
  ...listedMembers(known),
  fullname: nameOf(known.customer),
  ...(known.agencyState && { tiersPrestation: { state: registrationStates[known.agencyState] } }),
});

function listedMembers({ customer, organization, hasDocuments }: KnownContact) {
  const { id, details, isDefault, createdAt, archivedAt, test } = customer;
  return {
    id,
    emails: [...details.emails],
    ...(organization && { organization: { id: organization.id, name: organization.details.name } }),
    defaultContact: isDefault,
    createdAt,
    ...(archivedAt !== undefined && { archivedAt }),
    hasBillings: hasDocuments,
    test,
  };
}

/** The details in a contact form. */
export function contactRevision(form: z.output<typeof ContactChange>): Revision<ContactDetails> {
  const { firstname, lastname, jobTitle } = form;
  return { firstname, lastname, jobTitle, ...commonRevision(form) };
}
