import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseTraceParent, prefersStrictHandling } from './request-headers.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

test('a request states its trace in the header of W3C Trace Context', () => {
  assert.deepEqual(parseTraceParent(`00-${TRACE}-${PARENT}-01`), { traceId: TRACE, parentId: PARENT });
  // A future version is read as far as it matches version 00.
  assert.deepEqual(parseTraceParent(`cc-${TRACE}-${PARENT}-01-what-comes`), { traceId: TRACE, parentId: PARENT });
});

test('an invalid trace header is ignored, never refused', () => {
  const none = [
    ...[undefined, '', 'x', [`00-${TRACE}-${PARENT}-01`]],
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${TRACE}-${PARENT}-01\r\nforged: yes`,
    `cc-${TRACE}-${PARENT}-01x`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `cc-${TRACE}-${PARENT}-01-${'a'.repeat(300)}`,
  ];
  for (const header of none) assert.equal(parseTraceParent(header), undefined, String(header));
});

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
