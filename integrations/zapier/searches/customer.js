'use strict';

const { found } = require('./found');

/** Contacts and organizations whose name, e-mail or city holds the text; all of them without one. */
async function customersNamed(z, bundle, search) {
  const [organizations, contacts] = await Promise.all([
    found(z, bundle, '/organizations', search),
    found(z, bundle, '/contacts', search),
  ]);
  return [
    ...organizations.map(({ id, name }) => ({ id, name, kind: 'organization' })),
    ...contacts.map(({ id, fullname }) => ({ id, name: fullname, kind: 'contact' })),
  ];
}

/** A customer by name or e-mail. */
const customer = {
  key: 'customer',
  noun: 'Customer',
  display: { label: 'Find Customer', description: 'Finds a contact or an organization by name, e-mail or city.' },
  operation: {
    perform: (z, bundle) => customersNamed(z, bundle, bundle.inputData.search),
    inputFields: [{ key: 'search', label: 'Name or Email', type: 'string', required: true }],
    sample: { id: '01890a5d-b1f0-7c44-9d0e-5a4b7c1e2f30', name: 'Léa Moreau', kind: 'contact' },
    outputFields: [
      { key: 'id', label: 'Customer ID', type: 'string' },
      { key: 'name', label: 'Name', type: 'string' },
      { key: 'kind', label: 'Kind', type: 'string' },
    ],
  },
};

module.exports = { customer, customersNamed };
