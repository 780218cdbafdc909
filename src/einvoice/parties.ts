import type { Emitter } from '../domain/account/settings.ts';
import type { Address } from '../domain/customers/address.ts';
import { sirenOfSiret } from '../domain/customers/customer.ts';
import { billingAddressOf, type Party, sirenOf, vatNumberOf } from '../domain/customers/party.ts';
import { clienteleOf } from '../domain/einvoicing/clientele.ts';
import { DIRECTORY_SCHEME } from '../domain/einvoicing/electronic-address.ts';
import { listedCountry } from './clientele.ts';
import type { Buyer, ContactPoint, Identifier, PostalAddress, Seller } from './electronic-invoice.ts';
import { legalFormOf } from './legal-form.ts';

/** Identifier schemes of ISO/IEC 6523 and the list of electronic addresses (EAS). */
const SIREN = '0002';
const SIRET = '0009';
const EMAIL = 'EM';

/**
 * Whether VAT numbers may be stated: not together with an amount outside the scope of VAT
 * (BR-O-02).
 */
type Naming = { readonly vatNumbers: boolean };

/**
 * BG-4. If the VAT number is not stated, it becomes the tax registration (BT-32), or else the
 * SIREN.
 */
export function sellerOf(emitter: Emitter, { vatNumbers }: Naming): Seller {
  const { siret, vatNumber, commercialName } = emitter;
  const siren = siret === undefined ? undefined : sirenOfSiret(siret);
  const legalInformation = legalFormOf(emitter);
  const name = emitter.name || emitter.fullName || commercialName || '';
  const named = vatNumbers ? vatNumber : undefined;
  const taxRegistration = named === undefined ? (vatNumber ?? siren) : undefined;
  return {
    name,
    ...(commercialName && commercialName !== name && { tradingName: commercialName }),
    ...(legalInformation && { legalInformation }),
    ...(siret && { establishment: { scheme: SIRET, value: siret } }),
    ...(siren && { legalId: { scheme: SIREN, value: siren } }),
    ...(named && { vatNumber: named }),
    ...(taxRegistration && { taxRegistration }),
    ...withAddress(siren ? inDirectory(emitter.electronicAddress ?? siren) : emailAddress(emitter.email)),
    address: postalAddress(emitter.address),
    ...withContact({
      ...(emitter.fullName && { name: emitter.fullName }),
      ...(emitter.phone && { phone: emitter.phone }),
      ...(emitter.email && { email: emitter.email }),
    }),
  };
}

/** BG-7: the organization of a contact is the customer, the contact the contact person. */
export function buyerOf(customer: Party | undefined, { vatNumbers }: Naming): Buyer {
  if (!customer) return { name: '', address: postalAddress(undefined) };
  const buyer = customer.organization ?? customer;
  const siren = sirenOf(customer);
  const siret = customer.siret ?? customer.organization?.siret;
  const vatNumber = vatNumberOf(customer);
  return {
    name: buyer.name,
    ...(buyer.commercialName && buyer.commercialName !== buyer.name && { tradingName: buyer.commercialName }),
    ...(siret && siren && { establishment: { scheme: SIRET, value: siret } }),
    ...(siren && { legalId: { scheme: SIREN, value: siren } }),
    ...(vatNumber && vatNumbers && { vatNumber }),
    ...withAddress(electronicAddressOf(customer)),
    address: postalAddress(billingAddressOf(customer)),
    ...withContact(contactOf(customer)),
  };
}

/**
 * BT-49: the French directory for a French business, an e-mail address for others; undefined if
 * unknown.
 */
export function electronicAddressOf(customer: Party): Identifier | undefined {
  const siren = sirenOf(customer);
  if (siren && clienteleOf(customer) === 'french_business')
    return inDirectory((customer.organization ?? customer).electronicAddress ?? siren);
  return emailAddress(customer.emails[0] ?? customer.organization?.emails[0]);
}

/** BG-15. */
export const postalAddress = (address: Address | undefined): PostalAddress => ({
  ...(address?.line1 && { line1: address.line1 }),
  ...(address?.line2 && { line2: address.line2 }),
  ...(address?.city && { city: address.city }),
  ...(address?.zipCode && { postCode: address.zipCode }),
  country: (address && listedCountry(address.country)) ?? 'FR',
});

function contactOf(customer: Party): ContactPoint {
  const name = customer.kind === 'contact' && customer.organization ? customer.name : undefined;
  const phone = customer.phone ?? customer.organization?.phone;
  const email = customer.emails[0] ?? customer.organization?.emails[0];
  return { ...(name && { name }), ...(phone && { phone }), ...(email && { email }) };
}

const inDirectory = (value: string): Identifier => ({ scheme: DIRECTORY_SCHEME, value });
const emailAddress = (email: string | undefined): Identifier | undefined =>
  email ? { scheme: EMAIL, value: email } : undefined;
const withAddress = (electronicAddress: Identifier | undefined) => electronicAddress && { electronicAddress };
const withContact = (contact: ContactPoint) => Object.keys(contact).length > 0 && { contact };
