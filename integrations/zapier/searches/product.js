'use strict';

const { found } = require('./found');

/** A product of the catalogue. */
const product = {
  key: 'product',
  noun: 'Product',
  display: { label: 'Find Product', description: 'Finds products by part of their designation or reference.' },
  operation: {
    perform: (z, bundle) => found(z, bundle, '/v2/catalog', bundle.inputData.search),
    inputFields: [{ key: 'search', label: 'Designation or Reference', type: 'string', required: true }],
    sample: { id: '01890a5d-d3b1-7e66-9f20-7c6d9e304b52', designation: 'Audit', unitPrice: 60000, vatCode: 'FR_2000' },
    outputFields: [
      { key: 'id', label: 'Product ID', type: 'string' },
      { key: 'designation', label: 'Designation', type: 'string' },
      { key: 'unitPrice', label: 'Unit Price (Cents)', type: 'number' },
      { key: 'vatCode', label: 'VAT Code', type: 'string' },
    ],
  },
};

module.exports = { product };
