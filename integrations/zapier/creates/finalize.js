'use strict';

const { documentFields, documentSample, idField } = require('./document-parts');
const { posted } = require('./posted');

const perform = (z, bundle) =>
  posted(z, bundle, `/v2/billing/${encodeURIComponent(bundle.inputData.documentId)}/finalize`, { method: 'PATCH' });

/** The official number of a document. */
const finalize = {
  key: 'finalize',
  noun: 'Document',
  display: {
    label: 'Finalize Document',
    description: 'Gives a draft invoice or credit note its official number. This cannot be undone.',
  },
  operation: {
    perform,
    inputFields: [idField('documentId', 'Document ID', 'A draft invoice or credit note.')],
    sample: { ...documentSample, number: 'F-2026-0001', state: 'finalized' },
    outputFields: documentFields,
  },
};

module.exports = { finalize };
