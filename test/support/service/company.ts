/**
 * The account that issues documents in tests: its live documents can be finalized. The file imports
 * nothing, for tests that load no code of the service.
 */
export const COMPANY = {
  name: 'Zoé Martin EI',
  address: { line1: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' },
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
};
