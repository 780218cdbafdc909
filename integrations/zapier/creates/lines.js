'use strict';

const { documentFields, documentSample, idField, linesField, linesOf } = require('./document-parts');
const { posted } = require('./posted');

function perform(z, bundle) {
  const { documentId } = bundle.inputData;
  const body = { lines: linesOf(bundle.inputData) };
  return posted(z, bundle, `/v2/billing/${encodeURIComponent(documentId)}/lines`, { method: 'PATCH', body });
}

/** The lines of a draft. */
const lines = {
  key: 'lines',
  noun: 'Document',
  display: { label: 'Update Lines', description: 'Replaces all lines of a draft invoice or credit note.' },
  operation: {
    perform,
    inputFields: [idField('documentId', 'Document ID', 'A draft invoice or credit note.'), linesField],
    sample: documentSample,
    outputFields: documentFields,
  },
};

module.exports = { lines };
