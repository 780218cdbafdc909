import type { Buyer, Identifier, PostalAddress, Seller } from '../electronic-invoice.ts';
import { type Element, group, leaf } from '../xml.ts';

/** BG-4 and BG-7 as a UBL party. */
export const ublParty = (party: Seller | Buyer): Element | undefined =>
  group(
    'cac:Party',
    identifier('cbc:EndpointID', party.electronicAddress),
    group('cac:PartyIdentification', identifier('cbc:ID', party.establishment)),
    group('cac:PartyName', leaf('cbc:Name', party.tradingName)),
    ublAddress('cac:PostalAddress', party.address),
    taxScheme(party.vatNumber, 'VAT'),
    'taxRegistration' in party && taxScheme(party.taxRegistration, 'LOC'),
    group(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', party.name),
      identifier('cbc:CompanyID', party.legalId),
      'legalInformation' in party && leaf('cbc:CompanyLegalForm', party.legalInformation),
    ),
    group(
      'cac:Contact',
      leaf('cbc:Name', party.contact?.name),
      leaf('cbc:Telephone', party.contact?.phone),
      leaf('cbc:ElectronicMail', party.contact?.email),
    ),
  );

export const ublAddress = (name: string, address: PostalAddress): Element | undefined =>
  group(
    name,
    leaf('cbc:StreetName', address.line1),
    leaf('cbc:AdditionalStreetName', address.line2),
    leaf('cbc:CityName', address.city),
    leaf('cbc:PostalZone', address.postCode),
    group('cac:Country', leaf('cbc:IdentificationCode', address.country)),
  );

const identifier = (name: string, id: Identifier | undefined) => leaf(name, id?.value, id && { schemeID: id.scheme });

/** Any scheme except VAT is a tax registration (BT-32). */
const taxScheme = (value: string | undefined, scheme: 'VAT' | 'LOC') =>
  value === undefined
    ? undefined
    : group('cac:PartyTaxScheme', leaf('cbc:CompanyID', value), group('cac:TaxScheme', leaf('cbc:ID', scheme)));
