import assert from 'node:assert/strict';
import { test } from 'vitest';
import { formatJson } from './format-json.ts';

const lines = (...each: string[]): string => `${each.join('\n')}\n`;

test('JSON is laid out as formatters do: a value of 150 columns stays on its line, one of 151 does not', () => {
  const text = 'x'.repeat(116);
  const line = `  "of": { "text": "${text}", "no": null }`;
  assert.equal(line.length, 150);
  const long = 'y'.repeat(130);
  assert.equal(formatJson({ or: [long], of: { text, no: null } }), lines('{', `  "or": ["${long}"],`, line, '}'));
  const split = ['  "of": {', `    "text": "${text}x", "no": null`, '  }'];
  assert.equal(
    formatJson({ or: [long], of: { text: `${text}x`, no: null } }),
    lines('{', `  "or": ["${long}"],`, ...split, '}'),
  );
});

test('short values flow from line to line like words', () => {
  const refs = ['Prefer', 'AcceptLanguage', 'XRequestId'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  assert.equal(
    formatJson({ parameters: refs, tags: ['Home'], security: [] }),
    lines(
      '{',
      '  "parameters": [',
      '    { "$ref": "#/components/parameters/Prefer" }, { "$ref": "#/components/parameters/AcceptLanguage" },',
      '    { "$ref": "#/components/parameters/XRequestId" }',
      '  ],',
      '  "tags": ["Home"], "security": []',
      '}',
    ),
  );
});

test('an object with a single member opens and closes on the lines of that member', () => {
  const [one, other] = ['x'.repeat(80), 'y'.repeat(80)];
  assert.equal(
    formatJson({ get: { lines: [{ one, other }] } }),
    lines('{ "get": { "lines": [{', `  "one": "${one}",`, `  "other": "${other}"`, '}] } }'),
  );
});

test('no layout loses content', () => {
  const value = {
    none: {},
    few: [{ a: 1 }, { b: 'é"' }],
    rows: Array.from({ length: 40 }, (_, at) => ({
      a: at,
      b: [at, null, {}, []],
      'c"': { d: { e: 'x'.repeat(at * 4) } },
    })),
  };
  assert.deepEqual(JSON.parse(formatJson(value)), value);
  assert.ok(formatJson(value).includes('"few": [{ "a": 1 }, { "b": "é\\"" }],'));
});
