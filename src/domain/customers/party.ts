import type { Locale } from '../billing/document/locale.ts';
import type { CurrencyCode } from '../money/currency.ts';
import type { Address } from './address.ts';
import type { PlatformSending } from './platform-sending.ts';
import type { RequiredReferences } from './required-references.ts';

/**
 * The addressee of a document as printed: a contact, an organization, or a contact of an
 * organization (its `organization`). A draft shows today's customer, a finalized document the one
 * at finalization.
 */
export type Party = {
  readonly id: string;
  readonly kind: 'contact' | 'organization';
  readonly test: boolean;
  readonly name: string;
  readonly firstname?: string;
  readonly lastname?: string;
  readonly commercialName?: string;
  readonly phone?: string;
  readonly emails: readonly string[];
  readonly billingAddress?: Address;
  readonly deliveryAddress?: Address;
  readonly siren?: string;
  readonly siret?: string;
  readonly nafCode?: string;
  readonly vatNumber?: string;
  readonly electronicAddress?: string;
  readonly requiredReferences?: RequiredReferences;
  readonly platformSending?: PlatformSending;
  readonly language?: Locale;
  readonly currency?: CurrencyCode;
  /** Whether this is the organization's default contact. */
  readonly isDefault?: boolean;
  readonly organization?: Party;
};

/**
 * Whether the customer buys as a professional: late penalties and the 40 EUR only apply between
 * professionals (C. com. art. L441-10).
 */
export const isProfessional = (party: Party): boolean =>
  party.kind === 'organization' || party.organization !== undefined || party.siren !== undefined;

/** The billing address: the customer's own, or the organization's. */
export const billingAddressOf = (party: Party): Address | undefined =>
  party.billingAddress ?? party.organization?.billingAddress;

/** The delivery address if entered: the customer's own, or the organization's. */
export const deliveryAddressOf = (party: Party): Address | undefined =>
  party.deliveryAddress ?? party.organization?.deliveryAddress;

/** The address for automatic mails: the first of the customer, or of the organization. */
export const emailOf = ({ emails, organization }: Party): string | undefined =>
  (emails.length > 0 ? emails : organization?.emails)?.[0];

/** The SIREN of the customer, or of the organization. */
export const sirenOf = (party: Party): string | undefined => party.siren ?? party.organization?.siren;
export const vatNumberOf = (party: Party): string | undefined => party.vatNumber ?? party.organization?.vatNumber;
