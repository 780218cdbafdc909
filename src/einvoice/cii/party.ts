import type { Buyer, PostalAddress, Seller } from '../electronic-invoice.ts';
import { type Element, group, leaf } from '../xml.ts';

/** BG-4 and BG-7 as a trade party of CII. */
export function ciiParty(
  name: string,
  party: Seller | Buyer,
  addressOf: (address: PostalAddress) => Element | undefined,
): Element | undefined {
  const { establishment, legalId, electronicAddress, contact } = party;
  return group(
    name,
    leaf('ram:GlobalID', establishment?.value, establishment && { schemeID: establishment.scheme }),
    leaf('ram:Name', party.name),
    'legalInformation' in party && leaf('ram:Description', party.legalInformation),
    group(
      'ram:SpecifiedLegalOrganization',
      leaf('ram:ID', legalId?.value, legalId && { schemeID: legalId.scheme }),
      leaf('ram:TradingBusinessName', party.tradingName),
    ),
    group(
      'ram:DefinedTradeContact',
      leaf('ram:PersonName', contact?.name),
      group('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', contact?.phone)),
      group('ram:EmailURIUniversalCommunication', leaf('ram:URIID', contact?.email)),
    ),
    addressOf(party.address),
    group(
      'ram:URIUniversalCommunication',
      leaf('ram:URIID', electronicAddress?.value, electronicAddress && { schemeID: electronicAddress.scheme }),
    ),
    registration(party.vatNumber, 'VA'),
    'taxRegistration' in party && registration(party.taxRegistration, 'FC'),
  );
}

const registration = (value: string | undefined, schemeID: 'VA' | 'FC') =>
  group('ram:SpecifiedTaxRegistration', leaf('ram:ID', value, { schemeID }));
