/** Valid examples of a contact and an organization, for the documentation. */
export const contactExample = {
  firstname: 'Zoé',
  lastname: 'Martin',
  emails: ['zoe.martin@example.com'],
  phone: '+33 6 12 34 56 78',
  billingAddress: { address: '10 rue Lecourbe', complement: 'Bât. B', city: 'Paris', zipCode: '75015', country: 'FR' },
  preferences: { language: 'fr', currency: 'EUR', paymentMethods: ['transfer'] },
};

export const organizationExample = {
  name: 'Boulangerie Martin SARL',
  siret: '73282932000074',
  vatNumber: 'FR44732829320',
  emails: ['compta@example.com'],
  billingAddress: { address: '4 place du Marché', city: 'Nantes', zipCode: '44000', country: 'FR' },
};
