import assert from 'node:assert/strict';
import { test } from 'vitest';
import { prefersStrictHandling } from './prefer-header.ts';

test('strict handling is requested as in RFC 7240: among others, in quotes, with parameters, in any case', () => {
  const strict = [
    'handling=strict',
    'respond-async, handling=strict',
    'Handling = "strict"; foo="bar", wait=10',
    'wait=10,handling=STRICT',
    'handling=strict, handling=lenient',
  ];
  for (const header of strict) assert.equal(prefersStrictHandling(header), true, header);
  assert.equal(prefersStrictHandling(['return=minimal', 'handling=strict']), true);
});

test('other values do not request it, and of two the first counts', () => {
  const lenient = [
    '',
    'handling',
    'handling=lenient',
    'handling=lenient, handling=strict',
    'return=strict',
    'xhandling=strict',
    ',',
  ];
  for (const header of lenient) assert.equal(prefersStrictHandling(header), false, header);
  assert.equal(prefersStrictHandling(undefined), false);
});
