import assert from 'node:assert/strict';
import { test } from 'vitest';
import { group, leaf, required, xmlOf } from './xml.ts';

const written = (text: string): string => xmlOf(required('a', leaf('b', text)), {});

test('markup in a text is escaped', () => {
  assert.equal(
    written('<b> & "c"'),
    '<?xml version="1.0" encoding="UTF-8"?>\n<a>\n  <b>&lt;b&gt; &amp; &quot;c&quot;</b>\n</a>\n',
  );
});

test('characters invalid in XML are removed: control characters, lone surrogates; line ends become one character', () => {
  assert.match(written('a\u0000b\u0007\uD800c\uFFFE'), /<b>abc<\/b>/);
  assert.match(written('a\r\nb\rc\td'), /<b>a\nb\nc\td<\/b>/);
  assert.match(written('🪵'), /<b>🪵<\/b>/);
});

test('an empty value gives no element', () => {
  assert.equal(leaf('b', ' \u0001 '), undefined);
  assert.equal(group('a', leaf('b', undefined), false, []), undefined);
  assert.match(xmlOf(required('a'), {}), /<a\/>/);
});
