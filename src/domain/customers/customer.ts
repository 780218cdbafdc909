import type { BankInformation } from '../account/settings.ts';
import type { Locale } from '../billing/document/locale.ts';
import type { PaymentMethod } from '../billing/document/terms/payment-terms.ts';
import type { CurrencyCode } from '../money/currency.ts';
import type { Refused } from '../refusal.ts';
import type { ClientAddress } from './client-address.ts';

/** What a contact and an organization both have. */
type Details = {
  readonly emails: readonly string[];
  readonly phone?: string;
  readonly website?: string;
  /** Words of the account's own, to know him by. */
  readonly keywords?: string;
  readonly notes?: string;
  readonly billingAddress?: ClientAddress;
  readonly deliveryAddress?: ClientAddress;
  readonly bank?: BankInformation;
  readonly language?: Locale;
  readonly currency?: CurrencyCode;
  readonly paymentMethods?: readonly PaymentMethod[];
};

/** A person: a customer himself, or who answers for an organization. */
export type ContactDetails = Details & {
  readonly firstname: string;
  readonly lastname: string;
  readonly jobTitle?: string;
};

/** A company, an association, an administration. */
export type OrganizationDetails = Details & {
  readonly name: string;
  readonly commercialName?: string;
  /** Where it is said; a SIRET tells it as well. */
  readonly siren?: string;
  readonly siret?: string;
  readonly nafCode?: string;
  readonly vatNumber?: string;
};

/** What the database keeps beside the details, and moves on its own. */
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
  /** Whom the documents of his organization go to unless another contact is named. */
  readonly isDefault: boolean;
};
export type Organization = Record & { readonly kind: 'organization'; readonly details: OrganizationDetails };
export type Customer = Contact | Organization;

/** The name a customer goes by. */
export const nameOf = ({ kind, details }: Customer): string =>
  kind === 'contact' ? `${details.firstname} ${details.lastname}`.trim() : details.name;

/** The company a SIRET belongs to is its first nine digits (Code de commerce, art. R123-221). */
export const sirenOfSiret = (siret: string): string => siret.slice(0, 9);

/** The SIREN of an organization, by its SIRET or as it was said. */
export const sirenOfOrganization = ({
  siret,
  siren,
}: Pick<OrganizationDetails, 'siret' | 'siren'>): string | undefined =>
  siret === undefined ? siren : sirenOfSiret(siret);

/** A SIREN that was said is the one its SIRET tells. */
export function sirenProblem(details: Customer['details']): Refused<'siren_of_another_siret'> | undefined {
  const { siren, siret } = details as Partial<OrganizationDetails>;
  if (siren === undefined || siret === undefined || sirenOfSiret(siret) === siren) return undefined;
  return { refused: 'siren_of_another_siret', siren: sirenOfSiret(siret) };
}
