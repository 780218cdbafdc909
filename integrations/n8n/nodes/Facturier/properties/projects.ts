import type { INodeProperties } from 'n8n-workflow';
import { customerProperty } from './customer.ts';
import { shownFor } from './shown-for.ts';

const name: INodeProperties = { displayName: 'Name', name: 'name', type: 'string', default: '', required: true };
const description: INodeProperties = {
  displayName: 'Description',
  name: 'description',
  type: 'string',
  default: '',
  typeOptions: { rows: 3 },
};
const dueDate: INodeProperties = {
  displayName: 'Due Date',
  name: 'dueDate',
  type: 'string',
  default: '',
  placeholder: '2026-06-30',
  description: 'A day: year, month, day',
};

export const projectProperties: INodeProperties[] = [
  ...shownFor(
    ['project'],
    ['create'],
    [
      name,
      customerProperty,
      {
        displayName: 'Column Name or ID',
        name: 'categoryId',
        type: 'options',
        typeOptions: { loadOptionsMethod: 'getColumns' },
        default: '',
        required: true,
        description:
          'Where it stands on the board. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
      },
      {
        displayName: 'Amount (Cents)',
        name: 'amount',
        type: 'number',
        default: 0,
        description: 'What it is worth, in cents: 450000 is 4,500.00',
      },
      {
        displayName: 'Additional Fields',
        name: 'additionalFields',
        type: 'collection',
        placeholder: 'Add Field',
        default: {},
        options: [description, dueDate],
      },
    ],
  ),
  ...shownFor(
    ['task'],
    ['create'],
    [
      name,
      {
        displayName: 'Additional Fields',
        name: 'additionalFields',
        type: 'collection',
        placeholder: 'Add Field',
        default: {},
        options: [
          {
            displayName: 'Customer ID',
            name: 'customerId',
            type: 'string',
            default: '',
            description: 'A contact or an organization; without one the task is for the customer of its project',
          },
          description,
          dueDate,
          {
            displayName: 'Priority',
            name: 'priority',
            type: 'options',
            default: 'normal',
            options: [
              { name: 'High', value: 'high' },
              { name: 'Low', value: 'low' },
              { name: 'Normal', value: 'normal' },
              { name: 'Urgent', value: 'urgent' },
            ],
          },
          { displayName: 'Project ID', name: 'opportunityId', type: 'string', default: '' },
        ],
      },
    ],
  ),
];
