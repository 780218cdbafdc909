import { type AccountSettings, freshSettings } from '../../src/domain/account/settings.ts';
import type { Party } from '../../src/domain/customers/party.ts';
import { cents } from '../../src/domain/money/cents.ts';

/** 2026-03-02 10:00 in Paris, a Monday. */
export const MONDAY = Date.UTC(2026, 2, 2, 9) / 1000;

/** A workshop that charges VAT. */
export const workshop: AccountSettings = {
  ...freshSettings('Atelier Martin'),
  emitter: {
    name: 'Atelier Martin',
    fullName: 'Zoé Martin',
    commercialName: 'Les Bois de Zoé',
    email: 'zoe@atelier-martin.example',
    phone: '+33 4 72 00 00 01',
    address: { line1: '3 quai Saint-Vincent', city: 'Lyon', zipCode: '69001', country: 'FR' },
    siret: '73282932000074',
    vatNumber: 'FR44732829320',
    rcsNumber: 'Lyon 732 829 320',
    legalStatus: 'eurl',
  },
  bank: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Atelier Martin' },
};

/** A builder: a company with capital and mandatory insurance, with VAT on debits. */
export const builder: AccountSettings = {
  ...workshop,
  emitter: {
    ...(({ rcsNumber: _, commercialName: __, ...emitter }) => emitter)(workshop.emitter),
    legalStatus: 'sas',
    rcsCity: 'Lyon',
    rneNumber: 'RNE 732 829 320',
    shareCapital: { amount: cents(1_000_000), currency: 'EUR', isVariable: true },
    vatOnDebits: true,
    insurance: {
      kind: 'responsabilité décennale',
      insurer: 'Assurances du Rhône',
      contact: '12 cours Lafayette, 69003 Lyon, 04 72 00 00 09',
      policyNumber: 'RD-2026-117',
      area: 'France métropolitaine',
    },
    mediator: { name: 'Médiation du bâtiment', contact: '1 rue du Parc, 75009 Paris', website: 'mediation.example' },
  },
};

/** The same workshop under the franchise (CGI art. 293 B): no VAT number, no VAT. */
export const franchised: AccountSettings = {
  ...workshop,
  vatRegime: 'franchise',
  emitter: (({ vatNumber: _, rcsNumber: __, ...emitter }) => ({
    ...emitter,
    name: 'Zoé Martin',
    legalStatus: 'micro_enterprise' as const,
  }))(workshop.emitter),
};

/** A therapist whose care is exempt (CGI art. 261, 4-1°). */
export const exempt: AccountSettings = { ...franchised, vatRegime: 'exempt' };

const party = (said: Omit<Party, 'id' | 'test' | 'emails'> & { emails?: readonly string[] }): Party => ({
  id: '00000000-0000-7000-9000-000000000001',
  test: false,
  emails: [],
  ...said,
});

/** A French company. */
export const company = party({
  kind: 'organization',
  name: 'Mairie & Fils SARL',
  commercialName: 'Mairie et Fils',
  siren: '552100554',
  siret: '55210055400013',
  vatNumber: 'FR96552100554',
  emails: ['compta@mairie-et-fils.example'],
  billingAddress: { line1: '8 rue du Port', line2: 'Bâtiment B', city: 'Nantes', zipCode: '44000', country: 'FR' },
});

/** The contact person there. */
export const buyerAtCompany = party({
  kind: 'contact',
  name: 'Louis Petit',
  firstname: 'Louis',
  lastname: 'Petit',
  phone: '+33 2 40 00 00 02',
  emails: ['louis@mairie-et-fils.example'],
  organization: company,
});

export const consumer = party({
  kind: 'contact',
  name: 'Léa Moreau',
  firstname: 'Léa',
  lastname: 'Moreau',
  emails: ['lea@example.com'],
  billingAddress: { line1: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' },
});

export const germanCompany = party({
  kind: 'organization',
  name: 'Müller Möbel GmbH',
  vatNumber: 'DE129273398',
  emails: ['rechnung@mueller.example'],
  billingAddress: { line1: 'Lindenstraße 5', city: 'Köln', zipCode: '50674', country: 'DE' },
});

export const swissCompany = party({
  kind: 'organization',
  name: 'Alpes Conseil SA',
  emails: ['factures@alpes.example'],
  billingAddress: { line1: 'Rue du Lac 7', city: 'Genève', zipCode: '1207', country: 'CH' },
});

export const islandCompany = party({
  kind: 'organization',
  name: 'Case Créole SAS',
  siren: '443061841',
  siret: '44306184100047',
  emails: ['case@example.com'],
  billingAddress: { line1: '4 rue de Paris', city: 'Saint-Denis', zipCode: '97400', country: 'RE' },
});

export const japaneseCompany = party({
  kind: 'organization',
  name: 'Sakura Shōji K.K.',
  emails: ['keiri@sakura.example'],
  billingAddress: { line1: '1-2-3 Ginza', city: 'Tokyo', zipCode: '104-0061', country: 'JP' },
});
