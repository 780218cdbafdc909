import type { Locale } from '../billing/document/locale.ts';
import type { CurrencyCode } from '../money/currency.ts';
import type { Address } from './address.ts';

/**
 * Whom a document is addressed to, as it prints him: a contact, an organization, or a contact of an organization
 * (which then is its `organization`). A draft shows the customer as he is today, a finalized document as he was.
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
  readonly language?: Locale;
  readonly currency?: CurrencyCode;
  /** The contact its organization names by default. */
  readonly isDefault?: boolean;
  readonly organization?: Party;
};

/** Whether he buys as a professional: late penalties and the 40 EUR are between professionals (C. com. art. L441-10). */
export const isProfessional = (party: Party): boolean =>
  party.kind === 'organization' || party.organization !== undefined || party.siren !== undefined;

/** Where his invoices go: his own address, or his organization's. */
export const billingAddressOf = (party: Party): Address | undefined =>
  party.billingAddress ?? party.organization?.billingAddress;

/** Where his goods go, where he said so: his own word, or his organization's. */
export const deliveryAddressOf = (party: Party): Address | undefined =>
  party.deliveryAddress ?? party.organization?.deliveryAddress;

/** Where a mail of the service's own goes to him: the first of his addresses, or of his organization's. */
export const emailOf = ({ emails, organization }: Party): string | undefined =>
  (emails.length > 0 ? emails : organization?.emails)?.[0];

/** The legal number that names him, his own or his organization's. */
export const sirenOf = (party: Party): string | undefined => party.siren ?? party.organization?.siren;
export const vatNumberOf = (party: Party): string | undefined => party.vatNumber ?? party.organization?.vatNumber;
