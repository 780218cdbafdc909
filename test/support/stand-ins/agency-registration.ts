/** A customer as registered with Urssaf: born in Lyon, not abroad. */
export const registrationOf = (birthName = 'Moreau', said: object = {}) => ({
  ...{ civility: 'mrs', birthName, firstNames: 'Léa', bornOn: '1980-05-17' },
  birthPlace: { country: '99100', townCode: '69123', town: 'LYON' },
  ...{ mobilePhone: '0612345678', email: 'lea@example.org' },
  address: {
    ...{ number: '12', streetType: 'R', street: 'DES LILAS', town: 'LYON' },
    ...{ townCode: '69383', postalCode: '69003', country: '99100' },
  },
  bank: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Léa Moreau' },
  ...said,
});
