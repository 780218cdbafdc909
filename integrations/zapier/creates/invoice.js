'use strict';

const { documentFields, documentSample, linesField, linesOf } = require('./document-parts');
const { filled, onceField, posted } = require('./posted');

function perform(z, bundle) {
  const { customerId, title } = bundle.inputData;
  const body = { lines: linesOf(bundle.inputData), ...filled({ title }) };
  return posted(z, bundle, `/v2/billing/invoice/${encodeURIComponent(customerId)}`, { body });
}

/** A draft invoice. */
const invoice = {
  key: 'invoice',
  noun: 'Invoice',
  display: { label: 'Create Invoice', description: 'Creates a draft invoice, with its lines.' },
  operation: {
    perform,
    inputFields: [
      {
        key: 'customerId',
        label: 'Customer',
        type: 'string',
        required: true,
        dynamic: 'customer_name.id.name',
        search: 'customer.id',
        helpText: 'A contact or an organization.',
      },
      { key: 'title', label: 'Title', type: 'string', required: false, helpText: 'Printed above the lines.' },
      linesField,
      onceField,
    ],
    sample: documentSample,
    outputFields: documentFields,
  },
};

module.exports = { invoice };
