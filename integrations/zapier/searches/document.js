'use strict';

const { at } = require('../authentication');
const { documentFields, documentSample } = require('../creates/document-parts');
const { accepted } = require('../refusals');
const { found } = require('./found');

async function perform(z, bundle) {
  const { documentId, search } = bundle.inputData;
  if (!documentId) return search ? found(z, bundle, '/v2/billings', search) : [];
  const url = at(bundle, `/v2/billing/${encodeURIComponent(documentId)}`);
  const response = await z.request({ url, skipThrowForStatus: true });
  if (response.status === 404) return [];
  return [accepted(response, z).data];
}

/** A document by its id, its number or a word of it. */
const document = {
  key: 'document',
  noun: 'Document',
  display: {
    label: 'Find Document',
    description: 'Finds an invoice, estimate, advance or credit note by its ID, its number, its title or its customer.',
  },
  operation: {
    perform,
    inputFields: [
      { key: 'documentId', label: 'Document ID', type: 'string', required: false },
      { key: 'search', label: 'Number, Title or Customer', type: 'string', required: false },
    ],
    sample: documentSample,
    outputFields: documentFields,
  },
};

module.exports = { document };
