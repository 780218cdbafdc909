import type { INodeProperties } from 'n8n-workflow';
import { customerProperty } from './customer.ts';
import { shownFor } from './shown-for.ts';
import { vatCodes } from './vat-codes.ts';

/** The members of a line that people fill in one by one; everything else is at hand as JSON. */
const lineValues: INodeProperties[] = [
  {
    displayName: 'Description',
    name: 'description',
    type: 'string',
    default: '',
    typeOptions: { rows: 2 },
  },
  { displayName: 'Designation', name: 'designation', type: 'string', default: '', description: 'What is billed' },
  {
    displayName: 'Product ID',
    name: 'productId',
    type: 'string',
    default: '',
    description: 'A product of the catalogue; what the line leaves empty is taken from it',
  },
  {
    displayName: 'Quantity',
    name: 'quantity',
    type: 'number',
    default: 1,
    typeOptions: { numberPrecision: 4 },
  },
  {
    displayName: 'Section',
    name: 'section',
    type: 'string',
    default: '',
    description: 'The heading it stands under; lines that follow each other under the same one have a subtotal',
  },
  {
    displayName: 'Type',
    name: 'type',
    type: 'options',
    default: '',
    options: [
      { name: '(Not Said)', value: '' },
      { name: 'Commercial or Craft Services', value: 'commercial_or_craft_services' },
      { name: 'Disbursement', value: 'disbursement' },
      { name: 'Sale of Goods', value: 'sale_of_goods' },
      { name: 'Sale of Manufactured Goods', value: 'sale_of_manufactured_goods' },
      { name: 'Service Delivery', value: 'service_delivery' },
    ],
  },
  {
    displayName: 'Unit',
    name: 'quantityUnit',
    type: 'string',
    default: '',
    placeholder: 'day',
    description: 'Such as hour, day, month, unit, kilogram or fixed_rate',
  },
  {
    displayName: 'Unit Price (Cents)',
    name: 'unitPrice',
    type: 'string',
    default: '',
    placeholder: '60000',
    description: 'In cents: 60000 is 600.00. Leave empty to take it from the product.',
  },
  {
    displayName: 'VAT Code',
    name: 'vatCode',
    type: 'options',
    default: 'FR_2000',
    options: [{ name: '(From the Product)', value: '' }, ...vatCodes],
  },
];

const lines: INodeProperties[] = [
  {
    displayName: 'Specify Lines',
    name: 'specifyLines',
    type: 'options',
    default: 'fields',
    options: [
      { name: 'Using Fields Below', value: 'fields' },
      { name: 'Using JSON', value: 'json' },
    ],
  },
  {
    displayName: 'Lines',
    name: 'lines',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true, sortable: true },
    placeholder: 'Add Line',
    default: {},
    displayOptions: { show: { specifyLines: ['fields'] } },
    options: [{ displayName: 'Line', name: 'line', values: lineValues }],
  },
  {
    displayName: 'Lines (JSON)',
    name: 'linesJson',
    type: 'json',
    default:
      '[{ "designation": "Audit", "quantity": 1, "quantityUnit": "day", "unitPrice": 60000, "vatCode": "FR_2000" }]',
    displayOptions: { show: { specifyLines: ['json'] } },
    description: 'A list of lines as the API takes them; unit prices are in cents',
  },
];

export const documentProperties: INodeProperties[] = [
  ...shownFor(
    ['invoice'],
    ['create'],
    [
      customerProperty,
      { displayName: 'Title', name: 'title', type: 'string', default: '', description: 'Printed above the lines' },
    ],
  ),
  ...shownFor(
    ['creditNote'],
    ['create'],
    [
      {
        displayName: 'Invoice ID',
        name: 'invoiceId',
        type: 'string',
        default: '',
        required: true,
        description: 'The finalized invoice to credit',
      },
    ],
  ),
  ...shownFor(
    ['invoice', 'creditNote'],
    ['finalize', 'get', 'updateLines'],
    [{ displayName: 'Document ID', name: 'documentId', type: 'string', default: '', required: true }],
  ),
  ...shownFor(['invoice'], ['create'], lines),
  ...shownFor(['invoice', 'creditNote'], ['updateLines'], lines),
];
