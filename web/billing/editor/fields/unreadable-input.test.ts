import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type ParsedNumber, parseNumber, parsePrice } from '../../../app/formats/parse-number.ts';
import { differences, merged } from '../conflict/differences.ts';
import { type Draft, draftFrom, fieldsExcept } from '../draft/draft.ts';
import { changedLine, type DraftLine, isBlank, newLine } from '../draft/line.ts';
import { draftInvoice } from '../draft/test-drafts.ts';
import { targetOfUnreadable } from '../validation/field-targets.ts';
import { type TypingNumber, textOf, updateNumberInput } from './number-input.ts';
import { hasUnreadable, unreadIn, updateUnreadable, withoutUnreadable } from './unreadable-input.ts';

/**
 * Types a text key by key into a field that holds a value; returns the draft value and the text
 * shown.
 */
function typed(text: string, before: number | undefined, read: (text: string, language: 'fr') => ParsedNumber) {
  let [value, unread]: [number | undefined, string | undefined] = [before, undefined];
  let typing: TypingNumber | undefined;
  for (let length = 1; length <= text.length; length++) {
    const soFar = text.slice(0, length);
    const after = updateNumberInput(read(soFar, 'fr'), { text: soFar, typing, value });
    ({ typing, unread } = after);
    value = after.typing.stands;
  }
  return { value, unread, shown: unread ?? textOf(typing, value) };
}

test('the last readable keystroke is never the value: a price of 1O00 stays as typed, and the earlier price is kept', () => {
  assert.deepEqual(typed('1O00', undefined, parsePrice), { value: undefined, unread: '1O00', shown: '1O00' });
  assert.deepEqual(typed('1O00', 45_000, parsePrice), { value: 45_000, unread: '1O00', shown: '1O00' });
  assert.deepEqual(typed('12*', 1_000, parsePrice).value, 1_000);
  assert.deepEqual(typed('12*3', 1_000, parsePrice), { value: 1_000, unread: '12*3', shown: '12*3' });
  assert.deepEqual(typed('1,5h', 1, parseNumber), { value: 1, unread: '1,5h', shown: '1,5h' });
  // Negative control: readable text becomes the value at once, also after unreadable text.
  assert.deepEqual(typed('1 234,50', 1_000, parsePrice), { value: 123_450, unread: undefined, shown: '1 234,50' });
  // A zero typed on the way to 0,5 stays on the screen, even if the draft stores no value instead
  // of zero.
  assert.equal(textOf({ text: '0', stands: 0, began: 30, isUnread: false }, undefined), '0');
});

const draft: Draft = draftFrom(
  draftInvoice({}, [
    { generatedId: 'a', designation: 'Audit' },
    { generatedId: 'b', designation: 'Pose' },
  ]),
);
const withCell = (cell: 'quantity' | 'unitPrice' | 'discount', text: string): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === 'b' ? changedLine(line, { unread: { [cell]: text } }) : line)),
});

test('every unreadable text is listed with its line, and links to its cell or document field', () => {
  const found = unreadIn({
    ...withCell('unitPrice', '1O00'),
    unread: updateUnreadable(updateUnreadable({}, 'deliveryAt', '32/11'), 'planned 1', '3O'),
  });
  assert.deepEqual(
    found.map((unread) => [
      unread.text,
      unread.of === 'cell' ? unread.place : unread.field,
      targetOfUnreadable(unread),
    ]),
    [
      ['32/11', 'deliveryAt', { place: 'place-delivered' }],
      ['3O', 'planned 1', { beside: 'advances' }],
      ['1O00', 1, { cell: { line: 'b', name: 'price' } }],
    ],
  );
  assert.deepEqual([hasUnreadable(draft), unreadIn(draft)], [false, []]);
});

test('a value replaces the unreadable text of its field; other fields of the line do not', () => {
  const line = changedLine(draft.lines[1] as DraftLine, { unread: { unitPrice: '1O00', quantity: '1,5h' } });
  assert.deepEqual(changedLine(line, { designation: 'Dépose' }).unread, { unitPrice: '1O00', quantity: '1,5h' });
  assert.deepEqual(changedLine(line, { unitPrice: 100_000 }).unread, { quantity: '1,5h' });
  assert.deepEqual(changedLine(line, { quantity: 1, unread: { quantity: undefined } }).unread, { unitPrice: '1O00' });
  assert.equal(changedLine(line, { quantity: 2, unitPrice: 3 }).unread, undefined);
  // A line with only an unreadable price is not blank: it is reported, not dropped.
  const tried = changedLine(newLine('n', { taxIncluded: false }), { unread: { unitPrice: 'x' } });
  assert.deepEqual([isBlank(tried), isBlank(newLine('n', { taxIncluded: false }))], [false, true]);
});

test('an unreadable text is not a change to save, and survives the choice between two versions', () => {
  const here = { ...withCell('quantity', '1,5h'), unread: { discount: '1O' } };
  assert.deepEqual(fieldsExcept(here, draft), []);
  const there = { ...draft, title: 'Ailleurs' };
  const versions = { base: draft, here: { ...here, orderNumber: 'PO-1' }, there };
  const found = differences(versions);
  assert.deepEqual(
    found.map(({ id }) => id),
    ['title', 'orderNumber'],
  );
  assert.deepEqual(
    unreadIn(merged(versions, found, {})).map(({ text }) => text),
    ['1O', '1,5h'],
  );
});

test('texts of a list move with their items, and are removed with them', () => {
  const unread = { 'planned 0': 'x', 'planned 2': 'y', 'reference 1': '32/11', discount: 'z' };
  assert.deepEqual(withoutUnreadable(unread, 'planned', 0), {
    'planned 1': 'y',
    'reference 1': '32/11',
    discount: 'z',
  });
  assert.deepEqual(withoutUnreadable(unread, 'planned', 2), {
    'planned 0': 'x',
    'reference 1': '32/11',
    discount: 'z',
  });
});
