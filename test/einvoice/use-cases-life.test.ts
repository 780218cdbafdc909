import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { invoicingFrameworks } from '../../src/domain/billing/document/terms/invoicing-framework.ts';
import { TRAINING } from '../support/documents/example-books.ts';
import { type Business, business, LUMEN } from './use-cases.ts';

// Advances, credit notes, payments and answers of the buyer, as use cases of XP Z12-014: what the
// electronic documents say, and their life at the trial platform. An invoice is of 1,200.00.

const SIREN = '100000009';
const APPROVED = '200 201 202 203 205';

let at: Business;
let lumen: string;
beforeAll(async () => {
  at = await business();
  lumen = await at.books.organization(LUMEN);
});
afterEach(() => at.buyer(SIREN, { action: 'approve' }));
afterAll(() => at.service.close());

/** Type, framework, BAR and rule; total, paid before, due; life cycle. */
async function summary(id: string): Promise<string[]> {
  const { codes, amounts, timeline } = await at.said(id);
  return [codes, amounts, timeline];
}
const pay = (id: string, amount: number) => at.books.pay('invoice', id, amount);
const stage = async (id: string): Promise<string> => (await at.transmission(id)).stage;

describe('advances and credit notes', () => {
  test('an advance of 360.00, then the final invoice of the 840.00 that are left', async () => {
    const offer = await at.books.signedEstimate(lumen);
    const advance = await at.books.finalizedAdvance(offer.id);
    assert.deepEqual(await summary(advance.id), ['386 S1 B2B B2B', '360.00 – 360.00', APPROVED]);
    await at.books.pay('advance', advance.id, 36_000);
    assert.deepEqual(await at.collected(advance.id), [36_000]);
    const final = await at.books.finalized(at.books.done('create-final-invoice', offer.id));
    const { codes, amounts, xml } = await at.said(final.id);
    assert.deepEqual([codes, amounts], ['380 S4 B2B B2B', '840.00 – 840.00']);
    assert.match(xml, new RegExp(`<ram:InvoiceReferencedDocument>\\s*<ram:IssuerAssignedID>${advance.number}<`));
  });

  test('the credit note of an advance of 360.00 has its own type', async () => {
    const offer = await at.books.signedEstimate(lumen);
    const advance = await at.books.finalizedAdvance(offer.id);
    const note = await at.books.finalized(at.books.done('create-asset-from-advance', advance.id));
    assert.deepEqual(await summary(note.id), ['503 S1 B2B B2B', '360.00 – 360.00', APPROVED]);
  });

  test('a credit note for a whole invoice and one for 300.00 of another name their invoices', async () => {
    const whole = await at.invoiced(lumen);
    const note = await at.books.finalized(at.books.done('create-asset', whole.id));
    assert.deepEqual(await summary(note.id), ['381 S1 B2B B2B', '1200.00 – 1200.00', APPROVED]);
    const other = await at.invoiced(lumen);
    const draft = await at.books.done('create-asset', other.id);
    await at.books.done('update-billing-lines', draft.id, { lines: [{ ...TRAINING, unitPrice: 25_000 }] });
    const part = await at.books.finalized(draft);
    const { codes, amounts, xml } = await at.said(part.id);
    assert.deepEqual([codes, amounts], ['381 S1 B2B B2B', '300.00 – 300.00']);
    assert.match(xml, new RegExp(`<ram:IssuerAssignedID>${other.number}<`));
  });

  test('a free credit note corrects an invoice that another program made', async () => {
    const references = [{ number: 'F-2026-9', date: Date.UTC(2026, 8, 21, 10) / 1000 }];
    const said = { billingCustomerId: lumen, lines: [TRAINING], references };
    const note = await at.books.finalized(at.books.done('create-free-asset', undefined, said));
    const { codes, xml } = await at.said(note.id);
    assert.equal(codes, '381 S1 B2B B2B');
    assert.match(xml, /<ram:IssuerAssignedID>F-2026-9</);
  });
});

describe('payments (status 212)', () => {
  test('500.00, then 700.00, are stated as they come in, and the 700.00 are taken back when they bounce', async () => {
    const { id } = await at.invoiced(lumen);
    await at.said(id);
    await pay(id, 50_000);
    assert.deepEqual(await at.collected(id), [50_000]);
    await pay(id, 70_000);
    const stated = await at.collected(id);
    assert.equal(
      stated.reduce((all, each) => all + each, 0),
      120_000,
    );
    await at.books.done('mark-unpaid', id);
    const rest = await at.collected(id);
    assert.equal(
      rest.reduce((all, each) => all + each, 0),
      0,
    );
    assert.equal(await stage(id), 'approved', 'the platform of the buyer does not repeat what the seller states');
  });

  test('a third party pays the invoice of the customer: the customer stays the buyer, and 1,200.00 are stated', async () => {
    const { id } = await at.invoiced(lumen);
    const payments = [
      { amount: 120_000, receivedAt: at.service.clock.now, method: 'transfer', transactionId: 'Assurances Morin 7781' },
    ];
    await at.books.done('mark-paid', id, { payments });
    const { codes, xml } = await at.said(id);
    assert.equal(codes, '380 S1 B2B B2B');
    assert.ok(!xml.includes('Morin'), 'who pays is in the books, not on the invoice');
    assert.deepEqual(await at.collected(id), [120_000]);
  });

  test('a refund of 1,200.00 by a credit note is stated as minus 1,200.00 of its invoice', async () => {
    const { id } = await at.invoiced(lumen);
    await pay(id, 120_000);
    assert.deepEqual(await at.collected(id), [120_000]);
    const note = await at.books.finalized(at.books.done('create-asset', id));
    await at.books.done('refund-asset', note.id, { refundAt: at.service.clock.now });
    const stated = await at.collected(id);
    assert.equal(
      stated.reduce((all, each) => all + each, 0),
      0,
    );
  });
});

describe('answers of the buyer and of the platforms', () => {
  test('refused, then replaced: an internal credit note that stays, and an invoice with a new number', async () => {
    await at.buyer(SIREN, { action: 'refuse', reason: 'CMD_ERR' });
    const refused = await at.invoiced(lumen);
    assert.deepEqual(await summary(refused.id), ['380 S1 B2B B2B', '1200.00 – 1200.00', '200 201 202 203 210']);
    await at.buyer(SIREN, { action: 'approve' });
    const draft = await at.books.done('replace-refused-document', refused.id);
    const replaced = await at.books.finalized(draft);
    assert.notEqual(replaced.number, refused.number);
    assert.deepEqual(await summary(replaced.id), ['380 S1 B2B B2B', '1200.00 – 1200.00', APPROVED]);
    const { docs } = (await at.books.ask('get-billings', { query: { type: 'asset', limit: 1 } })).json;
    const { outsideReason } = await at.transmission(docs[0].id);
    assert.equal(outsideReason, 'corrects_failed_invoice');
  });

  test('disputed, then approved after a talk: both stand on the timeline, the second counts', async () => {
    await at.buyer(SIREN, { action: 'dispute', reason: 'QTE_ERR' });
    const { id } = await at.invoiced(lumen);
    await at.said(id);
    assert.equal(await stage(id), 'disputed');
    const { flowId } = await at.transmission(id);
    await at.platform.order(`invoices/${flowId}/act`, { action: 'approve' }, 'POST');
    assert.deepEqual((await at.said(id)).timeline, '200 201 202 203 207 205');
    assert.equal(await stage(id), 'approved');
  });

  test('an address that the directory does not know is rejected (213) and never shown as sent', async () => {
    const unknown = await at.books.organization({ ...LUMEN, electronicAddress: '100000009_NULLEPART' });
    const { id } = await at.invoiced(unknown);
    assert.equal((await at.said(id)).timeline, '200 213');
    assert.equal(await stage(id), 'rejected');
  });
});

describe('not offered', () => {
  test('self-billing, factoring and invoices of several sellers have no framework, and are refused by name', async () => {
    assert.equal(invoicingFrameworks.length, 5);
    const draft = await at.drafted(lumen);
    for (const invoicingFramework of ['self_billed', 'factored', 'several_sellers'])
      assert.equal(
        await at.books.refusal('update-invoice-general-informations', draft.id, { invoicingFramework }),
        'input_invalid',
      );
  });
});
