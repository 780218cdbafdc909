import * as z from 'zod';
import type { Address } from '../../domain/customers/address.ts';
import { billingAddressOf, deliveryAddressOf, type Party } from '../../domain/customers/party.ts';
import { CountryJson, CurrencyCodeJson } from '../fields/enumerations.ts';

/** An address as in documents; without one, empty lines in France. */
export const AddressJson = z
  .object({
    line1: z.string(),
    line2: z.string().optional(),
    city: z.string(),
    zipCode: z.string(),
    country: CountryJson,
  })
  .meta({ id: 'Address' });

const customerMembers = {
  id: z.string().meta({ description: 'The id of the contact, or of the organization if no contact is selected.' }),
  legacyId: z.string(),
  currency: CurrencyCodeJson.optional(),
  firstname: z.string().optional(),
  lastname: z.string().optional(),
  phoneNumber: z.string().optional(),
  emails: z.array(z.string()),
  billingAddress: AddressJson,
  deliveryAddress: AddressJson.optional(),
  deliveryAddressIsSame: z.boolean(),
  language: z.string().optional(),
  name: z.string(),
  commercialName: z.string().optional(),
  siren: z.string().optional(),
  siret: z.string().optional(),
  nafCode: z.string().optional(),
  vatNumber: z.string().optional(),
  token: z.string().meta({
    description:
      'Opens the customer’s portal: keep it secret. Empty for a key without `billing:write` and `customers:read`.',
  }),
  contactId: z.string().optional(),
  organizationId: z.string().optional(),
  isDefault: z.boolean().optional(),
  test: z.boolean(),
};

/** The customer of a document. `parent` is the organization of a contact, one level deep. */
export const CustomerJson = z
  .object({ ...customerMembers, parent: z.object(customerMembers).meta({ id: 'CustomerParent' }).optional() })
  .meta({ id: 'Customer' });
export type CustomerJson = z.infer<typeof CustomerJson>;

/**
 * Returns the portal token of a customer by ID; `ofLink` returns the URL of a customer link.
 */
export type PortalTokenOf = ((customerId: string) => string) & { readonly ofLink?: (linkId: string) => string };

/**
 * How a party is shown: with the document's own delivery address, if it has one, and whether the
 * caller may open portals.
 */
type Shown = { deliveryAddress?: Address | undefined; portalTokenOf?: PortalTokenOf | undefined };

/** A party in documents. */
export function partyToJson(party: Party, { deliveryAddress, portalTokenOf = none }: Shown = {}): CustomerJson {
  const { organization } = party;
  return {
    ...membersOf(party, deliveryAddress ?? deliveryAddressOf(party), portalTokenOf),
    ...(organization && { parent: membersOf(organization, organization.deliveryAddress, portalTokenOf) }),
  };
}

const none = (): string => '';

/** The placeholder for the customer of a document without one, because the member is required. */
export const noCustomerJson = (test: boolean): CustomerJson => ({
  id: '',
  legacyId: '',
  emails: [],
  billingAddress: NO_ADDRESS,
  deliveryAddressIsSame: true,
  name: '',
  token: '',
  test,
});

function membersOf(
  party: Party,
  deliveryAddress: Address | undefined,
  portalTokenOf: PortalTokenOf,
): Omit<CustomerJson, 'parent'> {
  const { id, kind, test, name, emails, organization } = party;
  const billingAddress = billingAddressOf(party) ?? NO_ADDRESS;
  const organizationId = kind === 'organization' ? id : organization?.id;
  return {
    id,
    legacyId: id,
    ...optionalMembersOf(party),
    emails: [...emails],
    billingAddress,
    ...(deliveryAddress && { deliveryAddress }),
    deliveryAddressIsSame: deliveryAddress === undefined || isSame(deliveryAddress, billingAddress),
    name,
    token: portalTokenOf(id),
    ...(kind === 'contact' && { contactId: id }),
    ...(organizationId && { organizationId }),
    ...(party.isDefault !== undefined && { isDefault: party.isDefault }),
    test,
  };
}

const optionalMembersOf = (party: Party) => ({
  ...(party.currency && { currency: party.currency }),
  ...(party.firstname && { firstname: party.firstname }),
  ...(party.lastname && { lastname: party.lastname }),
  ...(party.phone && { phoneNumber: party.phone }),
  ...(party.language && { language: party.language }),
  ...(party.commercialName && { commercialName: party.commercialName }),
  ...(party.siren && { siren: party.siren }),
  ...(party.siret && { siret: party.siret }),
  ...(party.nafCode && { nafCode: party.nafCode }),
  ...(party.vatNumber && { vatNumber: party.vatNumber }),
});

/** The placeholder for a missing address. */
const NO_ADDRESS: Address = { line1: '', city: '', zipCode: '', country: 'FR' };

const isSame = (one: Address, other: Address): boolean =>
  one.line1 === other.line1 &&
  (one.line2 ?? '') === (other.line2 ?? '') &&
  one.city === other.city &&
  one.zipCode === other.zipCode &&
  one.country === other.country;
