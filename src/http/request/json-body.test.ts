import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { findJsonSyntaxError } from './json-body.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
const at = (text: string) => {
  const { line, column, atEnd } = findJsonSyntaxError(text) ?? { line: 0, column: 0 };
  return `${line}:${column}${atEnd ? ' end' : ''}`;
};

test('a JSON syntax error is reported with its line and column', () => {
  assert.equal(at('{"firstname":"Ada",\n "lastname": oops}'), '2:14');
  assert.equal(at('{"a":1,}'), '1:8');
  assert.equal(at("{'a':1}"), '1:2');
  assert.equal(at('{"a" 1}'), '1:6');
  assert.equal(at('{"a":1 "b":2}'), '1:8');
  assert.equal(at('[1,2'), '1:5 end');
  assert.equal(at('{"a":"an open text'), '1:19 end');
  // A string cannot continue past a line break.
  assert.equal(at('{"a":"two\nlines"}'), '1:10');
  assert.equal(at('{"a":"\\q"}'), '1:7');
  assert.equal(at('{"a":01}'), '1:7');
  assert.equal(at('{}\r\n{}'), '2:1');
  assert.equal(at('\n\r\n   '), '3:4 end');
  assert.equal(at('{"a":1}'), '0:0');
});

/** JSON of all kinds with one character inserted, removed or changed. */
const spoilt = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', '"', ',', ':', '{', '}', ']', 'x', '\n', '\\', '0', '-', '.', 'e'),
    fc.nat(2),
  )
  .map(([text, place, put, taken]) => {
    const where = place % (text.length + 1);
    return text.slice(0, where) + put + text.slice(where + taken);
  });

test('of 5,000 texts it finds an error in exactly those that are not JSON', () => {
  fc.assert(
    fc.property(spoilt, (text) => {
      const found = findJsonSyntaxError(text);
      assert.equal(found === undefined, isJson(text), text);
    }),
    { numRuns: 5_000 },
  );
});

test('a megabyte with an error at its end is read in one pass', () => {
  const text = `[${'{"a":"é\\n","b":[1,2.5e3,null]},'.repeat(30_000)}`;
  const before = process.cpuUsage();
  assert.ok(findJsonSyntaxError(text)?.atEnd);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 2_000_000, `${user} µs`);
});
