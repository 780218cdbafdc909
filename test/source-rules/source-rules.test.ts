import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { codeOf } from '../support/source/source-text.ts';
import { readTree } from '../support/source/source-tree.ts';
import { codeRules } from './code-rules.ts';
import { importRules } from './import-rules.ts';
import { nameRules } from './name-rules.ts';
import { textOutsideCatalogues, textRules } from './text-rules.ts';
import { writingRules } from './writing-rules.ts';

// The parts of the style that a machine can check (STYLE.md, ARCHITECTURE.md). A bad example proves
// that each rule detects what it forbids; each message says what to do instead.

// Node warns that stripTypeScriptTypes is experimental, although it runs these files with it.
process.removeAllListeners('warning');

describe('source rules', () => {
  const tree = readTree();
  const names = (operations as readonly { name: string }[]).map(({ name }) => name);
  for (const rule of [...importRules, ...nameRules, ...codeRules, ...textRules, ...writingRules]) {
    test(rule.name, () => {
      const offences = rule.offences(tree, names);
      assert.equal(offences.length, 0, `\n  ${offences.join('\n  ')}\n  → ${rule.instead}\n`);
    });

    test(`${rule.name}: the bad example is caught`, () => {
      const caught = rule.offences(new Map(Object.entries(rule.bad)), ['finalize-billing']);
      assert.ok(caught.length > 0, 'a rule that catches nothing proves nothing');
    });
  }

  test('a text of the web app is found in every syntax', () => {
    for (const code of textOutsideCatalogues) {
      const [rule] = textRules;
      assert.equal(rule?.offences(new Map([['web/billing/late.tsx', code]]), []).length, 1, code);
    }
  });

  test('strings, comments, templates and regular expressions are distinguished from code', () => {
    const source =
      "const a = 'x // y'; // asset\nconst b = `asset ${asset('}')} asset`; const c = /asset'/.test(b) / 2;";
    assert.deepEqual(codeOf(source).match(/asset|const|test/g), ['const', 'const', 'asset', 'const', 'test']);
    assert.equal(codeOf(source).length, source.length);
  });
});
