import type { Emitter } from '../../domain/account/settings.ts';
import { sirenOfSiret } from '../../domain/customers/customer.ts';
import { billingAddressOf, type Party, sirenOf, vatNumberOf } from '../../domain/customers/party.ts';
import { territoryOf } from '../../domain/vat/vat-territory.ts';
import { listedCountry } from '../clientele.ts';

/** A party of block 10.1 (rules G2.19 and G2.33). */
export type ReportedParty = {
  /** 0002 SIREN, 0223 VAT number of the Union, 0227 outside the Union. */
  readonly scheme: '0002' | '0223' | '0227';
  readonly id: string;
  readonly vatNumber?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
};

/**
 * The seller by SIREN; undefined without SIREN or VAT number, both of which the report requires of
 * a seller in France.
 */
export function reportedSeller({ siret, vatNumber, address }: Emitter): ReportedParty | undefined {
  if (siret === undefined || vatNumber === undefined) return undefined;
  return { scheme: '0002', id: sirenOfSiret(siret), vatNumber, country: countryOf(address?.country) };
}

/**
 * The buyer: by SIREN if the VAT number is known too, in the Union by VAT number, elsewhere by
 * country and the first 16 characters of the name.
 */
export function reportedBuyer(customer: Party): ReportedParty {
  const address = billingAddressOf(customer);
  const [siren, vatNumber, country] = [sirenOf(customer), vatNumberOf(customer), countryOf(address?.country)];
  if (siren !== undefined && vatNumber !== undefined) return { scheme: '0002', id: siren, vatNumber, country };
  if (territoryOf(address) === 'union' && vatNumber !== undefined)
    return { scheme: '0223', id: vatNumber, vatNumber, country };
  const name = (customer.organization ?? customer).name.slice(0, NAME_IN_ID);
  return { scheme: '0227', id: `${country}${name}`, ...(vatNumber !== undefined && { vatNumber }), country };
}

/** Characters of the name in the identifier of a party outside the Union. */
const NAME_IN_ID = 16;

const countryOf = (country: Parameters<typeof listedCountry>[0] | undefined): string =>
  (country && listedCountry(country)) ?? 'FR';
