import type { INodeProperties } from 'n8n-workflow';
import { shownFor } from './shown-for.ts';

export const contactProperties: INodeProperties[] = [
  ...shownFor(
    ['contact'],
    ['create'],
    [
      { displayName: 'Last Name', name: 'lastname', type: 'string', default: '', required: true },
      { displayName: 'First Name', name: 'firstname', type: 'string', default: '' },
      {
        displayName: 'Additional Fields',
        name: 'additionalFields',
        type: 'collection',
        placeholder: 'Add Field',
        default: {},
        options: [
          {
            displayName: 'Billing Address',
            name: 'billingAddress',
            type: 'fixedCollection',
            default: {},
            description: 'Where bills go; needed to finalize one',
            options: [
              {
                displayName: 'Address',
                name: 'address',
                values: [
                  { displayName: 'Street and Number', name: 'address', type: 'string', default: '' },
                  { displayName: 'Complement', name: 'complement', type: 'string', default: '' },
                  { displayName: 'Postal Code', name: 'zipCode', type: 'string', default: '' },
                  { displayName: 'City', name: 'city', type: 'string', default: '' },
                  {
                    displayName: 'Country',
                    name: 'country',
                    type: 'string',
                    default: 'FR',
                    description: 'Two letters, such as FR',
                  },
                ],
              },
            ],
          },
          {
            displayName: 'Emails',
            name: 'emails',
            type: 'string',
            default: '',
            placeholder: 'zoe@example.com, compta@example.com',
            description: 'Separated by commas',
          },
          { displayName: 'Job Title', name: 'jobTitle', type: 'string', default: '' },
          { displayName: 'Notes', name: 'notes', type: 'string', default: '', typeOptions: { rows: 3 } },
          { displayName: 'Phone', name: 'phone', type: 'string', default: '' },
        ],
      },
    ],
  ),
  ...shownFor(
    ['contact'],
    ['get'],
    [{ displayName: 'Contact ID', name: 'contactId', type: 'string', default: '', required: true }],
  ),
];
