'use strict';

const { filled, onceField, posted } = require('./posted');

const field = (key, label, more = {}) => ({ key, label, type: 'string', required: false, ...more });

async function perform(z, bundle) {
  const { lastname, firstname = '', emails = [], phone, jobTitle, notes, ...rest } = bundle.inputData;
  const { address = '', complement, zipCode = '', city = '', country } = rest;
  const isPlaced = [address, zipCode, city].some((part) => part !== '');
  const body = {
    lastname,
    firstname,
    emails: [emails].flat().filter(Boolean),
    ...filled({ phone, jobTitle, notes }),
    ...(isPlaced && {
      billingAddress: { address, zipCode, city, country: country || 'FR', ...filled({ complement }) },
    }),
  };
  return posted(z, bundle, '/contact', { body });
}

/** A person who is billed. */
const contact = {
  key: 'contact',
  noun: 'Contact',
  display: { label: 'Create Contact', description: 'Creates a contact, who can then be billed.' },
  operation: {
    perform,
    inputFields: [
      field('lastname', 'Last Name', { required: true }),
      field('firstname', 'First Name'),
      field('emails', 'Emails', { list: true }),
      field('phone', 'Phone'),
      field('jobTitle', 'Job Title'),
      field('notes', 'Notes', { type: 'text' }),
      field('address', 'Street and Number', {
        helpText: 'An invoice can be finalized once its customer has an address.',
      }),
      field('complement', 'Complement'),
      field('zipCode', 'Postal Code'),
      field('city', 'City'),
      field('country', 'Country', { helpText: 'Two letters, FR unless said.' }),
      onceField,
    ],
    sample: { id: '01890a5d-b1f0-7c44-9d0e-5a4b7c1e2f30', firstname: 'Léa', lastname: 'Moreau' },
  },
};

module.exports = { contact };
