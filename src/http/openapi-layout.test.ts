import assert from 'node:assert/strict';
import test from 'node:test';
import { laidOut } from './openapi-layout.ts';

test('JSON is laid out as formatters do: a value of 120 columns stands on its line, one of 121 does not', () => {
  const text = 'x'.repeat(86);
  const line = `  "of": { "text": "${text}", "no": null }`;
  assert.equal(line.length, 120);
  assert.equal(laidOut({ of: { text, no: null } }), `{\n${line}\n}\n`);
  const lines = ['{', '  "of": {', `    "text": "${text}", "no": null`, '  },', '  "or": []', '}', ''];
  assert.equal(laidOut({ of: { text, no: null }, or: [] }), lines.join('\n'));
});

test('names and references flow from line to line, and members that are such', () => {
  const refs = ['Prefer', 'AcceptLanguage', 'XRequestId'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const lines = [
    '{',
    '  "parameters": [',
    '    { "$ref": "#/components/parameters/Prefer" }, { "$ref": "#/components/parameters/AcceptLanguage" },',
    '    { "$ref": "#/components/parameters/XRequestId" }',
    '  ]',
    '}',
    '',
  ];
  assert.equal(laidOut({ parameters: refs }), lines.join('\n'));
});

test('several objects of several members stand one below the other, and nothing is lost', () => {
  const table = {
    none: {},
    few: [{ a: 1 }, { b: 'é"' }],
    rows: [
      { a: 1, b: [1, null] },
      { a: 2, b: [true] },
    ],
  };
  const lines = [
    '{',
    '  "none": {},',
    '  "few": [{ "a": 1 }, { "b": "é\\"" }],',
    '  "rows": [',
    '    { "a": 1, "b": [1, null] },',
    '    { "a": 2, "b": [true] }',
    '  ]',
    '}',
    '',
  ];
  assert.equal(laidOut(table), lines.join('\n'));
  assert.deepEqual(JSON.parse(laidOut(table)), table);
});
