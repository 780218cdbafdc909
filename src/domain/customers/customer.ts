import type { BankInformation } from '../account/settings.ts';
import type { Locale } from '../billing/document/locale.ts';
import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import { electronicAddressProblem } from '../einvoicing/electronic-address.ts';
import type { CurrencyCode } from '../money/currency.ts';
import type { Refused } from '../refusal.ts';
import type { ClientAddress } from './address.ts';
import { type Revision, revised } from './apply-changes.ts';
import type { PlatformSending } from './platform-sending.ts';
import type { RequiredReferences } from './required-references.ts';

/** The details common to contacts and organizations. */
type Details = {
  readonly emails: readonly string[];
  readonly phone?: string;
  readonly website?: string;
  /** The account's own keywords for the customer. */
  readonly keywords?: string;
  readonly notes?: string;
  readonly billingAddress?: ClientAddress;
  readonly deliveryAddress?: ClientAddress;
  readonly bank?: BankInformation;
  readonly language?: Locale;
  readonly currency?: CurrencyCode;
  readonly paymentMethods?: readonly PaymentMethod[];
};

/** A person: a customer, or the contact of an organization. */
export type ContactDetails = Details & {
  readonly firstname: string;
  readonly lastname: string;
  readonly jobTitle?: string;
};

/** A company, an association or a public body. */
export type OrganizationDetails = Details & {
  readonly name: string;
  readonly commercialName?: string;
  /** If entered; a SIRET implies it as well. */
  readonly siren?: string;
  readonly siret?: string;
  readonly nafCode?: string;
  readonly vatNumber?: string;
  /** In the directory of the approved platforms; absent for the SIREN alone. */
  readonly electronicAddress?: string;
  /** What a public body requires on invoices. */
  readonly requiredReferences?: RequiredReferences;
  /** How its documents go to the approved platform; absent to follow the account. */
  readonly platformSending?: PlatformSending;
};

/** The fields the database maintains beside the details. */
type Record = {
  readonly id: string;
  readonly test: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt?: number;
};

export type Contact = Record & {
  readonly kind: 'contact';
  readonly details: ContactDetails;
  readonly organizationId?: string;
  /** Whether documents of the organization go to this contact unless another is named. */
  readonly isDefault: boolean;
};
export type Organization = Record & { readonly kind: 'organization'; readonly details: OrganizationDetails };
export type Customer = Contact | Organization;

/** The display name of a customer. */
export const nameOf = ({ kind, details }: Customer): string =>
  kind === 'contact' ? `${details.firstname} ${details.lastname}`.trim() : details.name;

/** The SIREN is the first nine digits of the SIRET (Code de commerce, art. R123-221). */
export const sirenOfSiret = (siret: string): string => siret.slice(0, 9);

/** The SIREN of an organization, from its SIRET or as entered. */
export const sirenOfOrganization = ({
  siret,
  siren,
}: Pick<OrganizationDetails, 'siret' | 'siren'>): string | undefined =>
  siret === undefined ? siren : sirenOfSiret(siret);

/**
 * Applies a change. A business with another SIREN has another electronic address, so the earlier
 * one goes unless the change gives one.
 */
export function revisedDetails<D extends Customer['details']>(before: D, revision: Revision<D>): D {
  const after = revised(before, revision);
  const address = (revision as Revision<OrganizationDetails>).electronicAddress;
  if (address !== undefined || sirenIn(before) === sirenIn(after)) return after;
  const { electronicAddress: _, ...rest } = after as Partial<OrganizationDetails>;
  return rest as D;
}

/** An entered SIREN must match the SIRET, and the electronic address the SIREN. */
export function sirenProblem(
  details: Customer['details'],
): Refused<'siren_of_another_siret' | 'electronic_address_of_another_siren'> | undefined {
  const { siren, siret, electronicAddress } = details as Partial<OrganizationDetails>;
  if (siren !== undefined && siret !== undefined && sirenOfSiret(siret) !== siren)
    return { refused: 'siren_of_another_siret', siren: sirenOfSiret(siret) };
  return electronicAddressProblem(electronicAddress, sirenIn(details));
}

const sirenIn = (details: Customer['details']): string | undefined =>
  sirenOfOrganization(details as Partial<OrganizationDetails>);
