'use strict';

const { documentFields, documentSample, idField } = require('./document-parts');
const { onceField, posted } = require('./posted');

const perform = (z, bundle) =>
  posted(z, bundle, `/v2/billing/invoice/${encodeURIComponent(bundle.inputData.invoiceId)}/asset`);

/** A draft credit note of all that is left of an invoice. */
const creditNote = {
  key: 'credit_note',
  noun: 'Credit Note',
  display: {
    label: 'Create Credit Note',
    description:
      'Creates a draft that credits all that is left of a finalized invoice; update its lines to credit less.',
  },
  operation: {
    perform,
    inputFields: [idField('invoiceId', 'Invoice ID', 'A finalized invoice.'), onceField],
    sample: { ...documentSample, type: 'asset' },
    outputFields: documentFields,
  },
};

module.exports = { creditNote };
