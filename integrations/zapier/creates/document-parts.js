'use strict';

const { filled } = require('./posted');
const vatCodes = require('./vat-codes');

const types = {
  service_delivery: 'Service Delivery',
  commercial_or_craft_services: 'Commercial or Craft Services',
  sale_of_goods: 'Sale of Goods',
  sale_of_manufactured_goods: 'Sale of Manufactured Goods',
  disbursement: 'Disbursement',
};

/** The lines of a document, as line items. */
const linesField = {
  key: 'lines',
  label: 'Lines',
  children: [
    { key: 'designation', label: 'Designation', type: 'string', helpText: 'What is billed.' },
    { key: 'quantity', label: 'Quantity', type: 'number' },
    {
      key: 'unitPrice',
      label: 'Unit Price (Cents)',
      type: 'number',
      helpText: 'In cents: 60000 is 600.00. Leave empty to take it from the product.',
    },
    { key: 'vatCode', label: 'VAT Code', type: 'string', choices: vatCodes },
    { key: 'quantityUnit', label: 'Unit', type: 'string', helpText: 'Such as hour, day, unit or fixed_rate.' },
    { key: 'type', label: 'Type', type: 'string', choices: types },
    { key: 'productId', label: 'Product ID', type: 'string', helpText: 'What is left empty is taken from it.' },
    { key: 'description', label: 'Description', type: 'text' },
    {
      key: 'section',
      label: 'Section',
      type: 'string',
      helpText: 'The heading it stands under. Lines that follow each other under the same one have a subtotal.',
    },
  ],
};

/** The lines as the service takes them: a number is a number, what was left empty is not said, an empty line is none. */
const linesOf = ({ lines = [] }) =>
  lines
    .map((line) => filled(line))
    .filter((line) => Object.keys(line).length > 0)
    .map(({ quantity, unitPrice, ...others }) => ({
      ...others,
      ...(quantity !== undefined && { quantity: Number(quantity) }),
      ...(unitPrice !== undefined && { unitPrice: Number(unitPrice) }),
    }));

const idField = (key, label, helpText) => ({ key, label, type: 'string', required: true, helpText });

/** What is answered for a document, by example. */
const documentSample = {
  id: '01890a5d-c2a0-7d55-8e1f-6b5c8d2f3a41',
  type: 'invoice',
  state: 'draft',
  title: 'Audit',
  total: { amountWithoutTaxAfterDiscount: 120000, amountWithTaxAfterDiscount: 144000 },
};
const documentFields = [
  { key: 'id', label: 'Document ID', type: 'string' },
  { key: 'number', label: 'Number', type: 'string' },
  { key: 'state', label: 'State', type: 'string' },
  { key: 'total__amountWithoutTaxAfterDiscount', label: 'Total Without Tax (Cents)', type: 'integer' },
  { key: 'total__amountWithTaxAfterDiscount', label: 'Total (Cents)', type: 'integer' },
];

module.exports = { documentFields, documentSample, idField, linesField, linesOf };
