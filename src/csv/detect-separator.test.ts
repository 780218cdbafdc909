import assert from 'node:assert/strict';
import test from 'node:test';
import { detectSeparator } from './detect-separator.ts';

test('the separator is the mark that stands most often in the first row, outside quotes', () => {
  const found = (text: string) => detectSeparator(text).separator;
  assert.equal(found('Désignation;Prix, HT;Unité\r\na,b,c,d,e;1;2'), ';');
  assert.equal(found('designation,unit price\n1,2'), ',');
  assert.equal(found('designation\tprice\n'), '\t');
  assert.equal(found('a|b|c\n'), '|');
  assert.equal(found('"a,b,c,d";e;f\n'), ';');
  assert.equal(found('"a ""x"", b, c";e\n'), ';');
  assert.equal(found('\r\n\r\na,b\r\n'), ',');
});

test('one column has no separator, and is read with the French one', () => {
  assert.equal(detectSeparator('Désignation\nAudit, conseil\n').separator, ';');
});

test("Excel's own first line sep=… says the separator, and is no row", () => {
  const text = 'sep=|\r\na,b,c|d\r\n';
  const { separator, start } = detectSeparator(text);
  assert.deepEqual([separator, text.slice(start)], ['|', 'a,b,c|d\r\n']);
  assert.deepEqual(detectSeparator('\ufeffsep=,\na,b'), { separator: ',', start: 7 });
  assert.deepEqual(detectSeparator('separation;b'), { separator: ';', start: 0 });
});
