import { printedAddress } from './address.ts';
import { type ContactDetails, type Customer, nameOf, type OrganizationDetails, sirenOfSiret } from './customer.ts';
import type { Party } from './party.ts';

/**
 * A customer as addressed on a document: the form laid out for print, the legal numbers completed.
 */
export function partyOf(customer: Customer, organization?: Customer): Party {
  const { id, kind, test, details } = customer;
  const billingAddress = printedAddress(details.billingAddress);
  const deliveryAddress = printedAddress(details.deliveryAddress);
  return {
    id,
    kind,
    test,
    name: nameOf(customer),
    emails: details.emails,
    ...(billingAddress && { billingAddress }),
    ...(deliveryAddress && { deliveryAddress }),
    ...(details.language && { language: details.language }),
    ...(details.currency && { currency: details.currency }),
    ...(customer.kind === 'contact' ? asPerson(customer.details) : asCompany(customer.details)),
    ...(customer.kind === 'contact' && customer.organizationId && { isDefault: customer.isDefault }),
    ...(organization && { organization: partyOf(organization) }),
  };
}

const asPerson = ({ firstname, lastname, phone }: ContactDetails): Partial<Party> => ({
  firstname,
  lastname,
  ...(phone && { phone }),
});

const asCompany = ({
  commercialName,
  siren,
  siret,
  nafCode,
  vatNumber,
  ...sending
}: OrganizationDetails): Partial<Party> => ({
  ...(commercialName && { commercialName }),
  ...(siren && { siren }),
  ...(siret && { siret, siren: sirenOfSiret(siret) }),
  ...(nafCode && { nafCode }),
  ...(vatNumber && { vatNumber }),
  ...(sending.electronicAddress && { electronicAddress: sending.electronicAddress }),
  ...(sending.requiredReferences && { requiredReferences: sending.requiredReferences }),
  ...(sending.platformSending && { platformSending: sending.platformSending }),
});
