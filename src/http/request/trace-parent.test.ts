import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseTraceParent } from './trace-parent.ts';

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
