import assert from 'node:assert/strict';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterEach, test } from 'vitest';
import { seeded } from '../../test/support/runner/seeded-random.ts';
import { processLimits } from '../limits/process-limits.ts';
import { parseInWorker } from './parse-in-worker.ts';

const usual = { ...processLimits.parsing };
afterEach(() => void Object.assign(processLimits.parsing, usual));

test('12 broken PDF files each end as a fault or an invoice within 2 seconds of processor time', async () => {
  Object.assign(processLimits.parsing, { processorMs: 2_000, lookMs: 20 });
  const { next } = seeded(7);
  const pdf = await PDFDocument.create();
  pdf.addPage();
  await pdf.attach(Buffer.from('<Invoice/>'), 'factur-x.xml');
  const whole = await pdf.save({ useObjectStreams: false });
  const seen = new Map<string, number>();
  for (let file = 0; file < 12; file++) {
    const spoilt = Uint8Array.from(file % 4 === 0 ? whole.subarray(0, Math.floor(next() * whole.length)) : whole);
    for (let byte = 0; byte < 4; byte++) spoilt[Math.floor(next() * spoilt.length)] = Math.floor(next() * 256);
    const read = await parseInWorker('invoiceFile', { file: spoilt }, { accountId: 'a' });
    const became = 'fault' in read ? read.fault : 'tooCostly' in read ? 'too_costly' : 'read';
    seen.set(became, (seen.get(became) ?? 0) + 1);
  }
  // Untouched, it contains XML that is not an invoice.
  assert.deepEqual(await parseInWorker('invoiceFile', { file: whole }, { accountId: 'a' }), {
    fault: 'not_an_invoice',
  });
  assert.ok((seen.get('pdf_unreadable') ?? 0) + (seen.get('pdf_without_invoice') ?? 0) > 1, JSON.stringify([...seen]));
});
