import type { BankInformation } from '../account/settings.ts';
import type { Locale } from '../billing/document/locale.ts';
import type { PaymentMethod } from '../billing/document/terms.ts';
import type { CurrencyCode } from '../money/currency.ts';
import type { ClientAddress } from './client-address.ts';

/** What a contact and an organization both have. */
type Details = {
  readonly emails: readonly string[];
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
  readonly phone?: string;
  readonly jobTitle?: string;
};

/** A company, an association, an administration. */
export type OrganizationDetails = Details & {
  readonly name: string;
  readonly commercialName?: string;
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
