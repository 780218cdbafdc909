import assert from 'node:assert/strict';
import { test } from 'vitest';
import { detectSeparator } from './detect-separator.ts';

test('the separator is the most frequent candidate in the first row, outside quotes', () => {
  const found = (text: string) => detectSeparator(text).separator;
  assert.equal(found('Désignation;Prix, HT;Unité\r\na,b,c,d,e;1;2'), ';');
  assert.equal(found('designation,unit price\n1,2'), ',');
  assert.equal(found('designation\tprice\n'), '\t');
  assert.equal(found('a|b|c\n'), '|');
  assert.equal(found('"a,b,c,d";e;f\n'), ';');
  assert.equal(found('"a ""x"", b, c";e\n'), ';');
  assert.equal(found('\r\n\r\na,b\r\n'), ',');
});

test('a single column has no separator, and the French one is assumed', () => {
  assert.equal(detectSeparator('Désignation\nAudit, conseil\n').separator, ';');
});

test('the line sep=… of Excel states the separator, and is not a row', () => {
  const text = 'sep=|\r\na,b,c|d\r\n';
  const { separator, start } = detectSeparator(text);
  assert.deepEqual([separator, text.slice(start)], ['|', 'a,b,c|d\r\n']);
  assert.deepEqual(detectSeparator('\ufeffsep=,\na,b'), { separator: ',', start: 7 });
  assert.deepEqual(detectSeparator('separation;b'), { separator: ';', start: 0 });
});
