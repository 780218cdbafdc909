import * as z from 'zod';
import type { ClientAddress } from '../../domain/customers/address.ts';
import type { Revision } from '../../domain/customers/apply-changes.ts';
import { type Organization, type OrganizationDetails, sirenOfOrganization } from '../../domain/customers/customer.ts';
import { platformSendings } from '../../domain/customers/platform-sending.ts';
import { requiredReferences } from '../../domain/customers/required-references.ts';
import { siren, siret, vatNumber } from '../account/legal-number.ts';
import { electronicAddress } from '../einvoicing/electronic-address.ts';
import { worded } from '../fields/enum-schema.ts';
import { filledText, NAME_MAX, text } from '../fields/text.ts';
import { BankInformationJson } from '../payments/bank-account.ts';
import { customFault } from '../validation/custom-check.ts';
import { ClientAddressJson, clearable, commonForm, commonRevision, preferencesJson } from './customer-form.ts';

/** The code of a main activity, NAF rev. 2: 62.01Z, with or without the point. */
const nafCode = z
  .string()
  .max(NAME_MAX)
  .refine(
    (value) => /^\d{2}\.?\d{2}[A-Z]$/i.test(value.trim()),
    customFault({
      code: 'naf_code_invalid',
      fr: 'Écrivez le code NAF sous la forme 62.01Z',
      en: 'Write the NAF code as 62.01Z',
    }),
  )
  .transform((value) => value.trim().toUpperCase());

/** The form of an organization. */
export const OrganizationForm = z
  .object({
    name: filledText(NAME_MAX).meta({ description: 'The legal name of the organization.' }),
    commercialName: clearable(text(NAME_MAX)).meta({ description: 'The trading name.' }),
    siren: clearable(siren).meta({
      description: 'SIREN, 9 digits. Only needed without a SIRET; with one, it must match.',
    }),
    siret: clearable(siret).meta({ description: 'SIRET, 14 digits, spaces allowed.' }),
    nafCode: clearable(nafCode).meta({ description: 'The NAF code of the main activity: 62.01Z.' }),
    vatNumber: clearable(vatNumber).meta({ description: 'VAT number with its country’s two letters.' }),
    electronicAddress: clearable(electronicAddress),
    requiredReferences: clearable(worded(requiredReferences)).meta({
      description: 'The references a public body requires on invoices; null for none.',
    }),
    platformSending: clearable(worded(platformSendings)).meta({
      description:
        'How its documents go to the approved platform: as soon as they are finalized, or by hand; null to follow the account.',
    }),
    ...commonForm,
  })
  .meta({ id: 'OrganizationForm' });

/** The form of a change: missing members stay as they are. */
export const OrganizationChange = OrganizationForm.partial().meta({ id: 'OrganizationChange' });

const seconds = z.number().meta({ description: 'Unix seconds.' });

/** Members without a value are empty instead of omitted, because the API requires them. */
export const OrganizationJson = z
  .object({
    id: z.string(),
    name: z.string(),
    commercialName: z.string(),
    emails: z.array(z.string()),
    siret: z.string(),
    siren: z.string().optional().meta({ description: 'The SIREN as given, or the first nine digits of the SIRET.' }),
    nafCode: z.string().optional(),
    vatNumber: z.string(),
    electronicAddress: z.string().optional().meta({
      description: 'The address in the directory of the approved platforms; omitted if it is the SIREN.',
    }),
    requiredReferences: z.enum(requiredReferences).optional().meta({
      description: 'The references a public body requires on invoices.',
    }),
    platformSending: z.enum(platformSendings).optional().meta({
      description: 'How its documents go to the approved platform; omitted if they follow the account.',
    }),
    phone: z.string().optional(),
    countContacts: z.number(),
    defaultContactId: z.string().optional(),
    billingAddress: ClientAddressJson,
    deliveryAddress: ClientAddressJson,
    bankInformations: BankInformationJson,
    notes: z.string(),
    createdAt: seconds,
    archivedAt: z.number().meta({ description: 'When it was archived, Unix seconds; 0 if it is not archived.' }),
    hasBillings: z.boolean(),
    test: z.boolean(),
    ...preferencesJson,
  })
  .meta({ id: 'Organization' });

/**
 * An organization for an answer: with the number of its contacts, and whether the organization or a
 * contact has documents.
 */
type KnownOrganization = { customer: Organization; hasDocuments: boolean; contacts: number; defaultContactId?: string };

export function organizationToJson(known: KnownOrganization): z.infer<typeof OrganizationJson> {
  const { id, details, createdAt, archivedAt, test } = known.customer;
  const { siret, nafCode, paymentMethods, language, currency, phone, website, keywords } = details;
  const { electronicAddress: address, requiredReferences: required, platformSending } = details;
  const knownSiren = sirenOfOrganization(details);
  return {
    id,
    name: details.name,
    commercialName: details.commercialName ?? '',
    emails: [...details.emails],
    siret: siret ?? '',
    ...(knownSiren && { siren: knownSiren }),
    ...(nafCode && { nafCode }),
    vatNumber: details.vatNumber ?? '',
    ...(address && { electronicAddress: address }),
    ...(required && { requiredReferences: required }),
    ...(platformSending && { platformSending }),
    countContacts: known.contacts,
    ...(known.defaultContactId && { defaultContactId: known.defaultContactId }),
    billingAddress: details.billingAddress ?? NO_ADDRESS,
    deliveryAddress: details.deliveryAddress ?? NO_ADDRESS,
    bankInformations: details.bank ?? NO_BANK,
    notes: details.notes ?? '',
    createdAt,
    archivedAt: archivedAt ?? 0,
    hasBillings: known.hasDocuments,
    test,
    ...(phone && { phone }),
    ...(website && { website }),
    ...(keywords && { keywords }),
    ...(language && { language }),
    ...(currency && { currency }),
    ...(paymentMethods && { paymentMethods: [...paymentMethods] }),
  };
}

/** The details in an organization form. */
export function organizationRevision(form: z.output<typeof OrganizationChange>): Revision<OrganizationDetails> {
  const { name, commercialName, siret, nafCode, vatNumber } = form;
  // A new SIRET determines the SIREN, so an earlier SIREN is removed.
  const siren = siret && form.siren === undefined ? null : form.siren;
  const { electronicAddress, requiredReferences, platformSending } = form;
  const sending = { electronicAddress, requiredReferences, platformSending };
  return { name, commercialName, siren, siret, nafCode, vatNumber, ...sending, ...commonRevision(form) };
}

const NO_ADDRESS: ClientAddress = { address: '', city: '', zipCode: '', country: 'FR' };
const NO_BANK = { iban: '', bic: '', holder: '' };
