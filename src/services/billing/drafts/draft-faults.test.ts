import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { company, type Draft, documentFixtures, seller } from '../../../../test/pdf/document-fixtures.ts';
import { lineOf } from '../../../../test/support/documents/create-line.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import type { Party } from '../../../domain/customers/party.ts';
import { withUnprintable } from './draft-faults.ts';

const named = (designation: string): Draft => ({ lines: [{ ...lineOf(1, 10_000, 'FR_2000'), designation }] });
const trailFor = (customer: Partial<Party> = {}) => documentFixtures(seller, { ...company, ...customer });
type Trail = ReturnType<typeof trailFor>;
const lettersOf = async (trail: Trail, document: BillingDocument) =>
  (await withUnprintable(document, trail.factsOf(document))).unprintable;
const lettersIn = (draft: Draft, trail = trailFor()) => lettersOf(trail, trail.drafted('invoice', draft));

describe('letters without a glyph in any font', () => {
  test('common letters and those of supported scripts leave the facts unchanged', async () => {
    const trail = trailFor({ name: '北京東京서울 Œuvre d’été – 5 €' });
    const draft = trail.drafted('invoice', named('Ελλάδα, Россия, שלום, नमस्ते, Ễ ✓ 🎉'));
    const facts = trail.factsOf(draft);
    assert.equal(await withUnprintable(draft, facts), facts);
  });

  test('each letter is reported once, wherever it would be printed: on a line, in a note, in the customer’s name', async () => {
    assert.deepEqual(await lettersIn(named('ততத')), ['ত', 'த']);
    assert.deepEqual(await lettersIn({ ...named('x'), legals: { footerNote: 'ሀ' } }), ['ሀ']);
    assert.deepEqual(await lettersIn(named('x'), trailFor({ name: '𠮷野家' })), ['𠮷']);
    assert.deepEqual(await lettersIn(named('\ue000')), ['\ue000']);
  });

  test('text that is not printed can contain any letter: a hidden title, the keywords of a customer', async () => {
    const shown = { ...named('x'), title: 'த' };
    assert.deepEqual(await lettersIn(shown), ['த']);
    const display = { ...seller.defaults.display, title: false };
    assert.equal(await lettersIn({ ...shown, said: { display } }), undefined);
    assert.equal(await lettersIn(named('x'), trailFor({ keywords: ['த'] } as Partial<Party>)), undefined);
  });

  test('a credit note can repeat the letters of its invoice, but not add others', async () => {
    const trail = trailFor();
    const creditNote = trail.creditedDraft(trail.made('invoice', named('த')));
    assert.equal(await lettersOf(trail, creditNote), undefined);
    const { content } = creditNote;
    const worded = { ...creditNote, content: { ...content, legals: { ...content.legals, footerNote: 'ত' } } };
    assert.deepEqual(await lettersOf(trail, worded as BillingDocument), ['ত']);
  });

  test('finalized documents are not checked', async () => {
    const trail = trailFor();
    assert.equal(await lettersOf(trail, trail.made('invoice', named('த'))), undefined);
  });
});
