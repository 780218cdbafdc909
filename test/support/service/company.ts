/**
 * Who bills in tests: an account whose live documents can be finalized. It stands alone, for tests
 * that load nothing of the service.
 */
export const COMPANY = {
  name: 'Zoé Martin EI',
  address: { line1: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' },
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
};
