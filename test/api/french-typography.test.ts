import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { withNoBreakSpaces } from '../../src/domain/text/typography.ts';
import { problemOf } from '../../src/http/errors/problem.ts';
import { words } from '../../src/mail/locales/index.ts';
import { certificateWordsOf } from '../../src/pdf/locales/certificate.ts';
import { wordsOf } from '../../src/pdf/locales/index.ts';
import { mapTexts } from '../../web/locales/map-texts.ts';
import { withNoBreakSpaces as ofWeb } from '../../web/locales/non-breaking-spaces.ts';

// The source contains typographic French, as responses, mails and screens show it unchanged.

const WHERE = { instance: '/', requestId: 'a', publicUrl: 'https://localhost' };

/** An elided article or word with a straight apostrophe. */
const STRAIGHT =
  /(?<![\p{L}\d_$}])(?:[ldnscjmt]|qu|jusqu|lorsqu|puisqu|quelqu|aujourd|presqu|[LDNSCJMT]|Qu|Jusqu|Lorsqu|Aujourd)'(?=[a-zéèêàâîôœA-ZÉÈ«])/u;
/** Two-part punctuation directly after a word of a French sentence. */
const TIGHT = /\p{L}[!?»](?= |$)|«\p{L}/u;

/** French texts of a source: values of `fr`, on the same line or the next. */
function frenchIn(source: string): string[] {
  const literal = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\]|\\.)*\``;
  const said = new RegExp(String.raw`\bfr:\s*(?:\([^)]*\)[^=\n]*=>\s*)?(${literal})`, 'g');
  return [...source.matchAll(said)].map(([, text = '']) => text.slice(1, -1).replace(/\$\{[^}]*\}/g, 'X'));
}

const folder = join(import.meta.dirname, '../../src');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('domain/'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const texts = sources.flatMap(({ name, text }) => frenchIn(text).map((said) => ({ name, said })));
const faultsBy = (rule: RegExp): string[] =>
  texts.filter(({ said }) => rule.test(said)).map(({ name, said }) => `${name}: ${said}`);

test('every French text has typographic apostrophes', () => {
  assert.ok(texts.length > 500, `${texts.length} texts`);
  assert.deepEqual(faultsBy(STRAIGHT), []);
});

test('every French text has a space before two-part punctuation and inside quotation marks', () => {
  assert.deepEqual(faultsBy(TIGHT), []);
});

// The pages apply the same rule when they load their catalogs.
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
const ofPages = globSync(join(import.meta.dirname, '../../web/locales/fr/*.ts')).flatMap((file) =>
  [
    ...readFileSync(file, 'utf8')
      .replace(/^import .*$/gm, '')
      .matchAll(LITERAL),
  ].map(([text]) => ({
    name: file,
    said: text.slice(1, -1).replace(/\$\{[^}]*\}/g, 'X'),
  })),
);

test('every French text of the pages shows typographic apostrophes and non-breaking spaces', () => {
  assert.ok(ofPages.length > 1_000, `${ofPages.length} texts`);
  const faults = ofPages.filter(({ said }) => STRAIGHT.test(said) || TIGHT.test(said) || unset(said));
  assert.deepEqual(faults, []);
  assert.ok(
    unset('Vraiment\u202f?') && unset('« Oui\u00a0»\u00a0!') === false,
    'the control: a space of another width is found',
  );
  const { title, said } = mapTexts({ title: 'Prêt ?', said: (name: string) => `« ${name} » : 20 %` }, ofWeb);
  assert.deepEqual([title, said('Oui')], ['Prêt\u00a0?', '«\u00a0Oui\u00a0»\u00a0: 20\u00a0%']);
  for (const { said: text } of ofPages) assert.equal(ofWeb(text), withNoBreakSpaces(text));
});

/** Whether two-part punctuation has a space other than U+00A0. */
const unset = (said: string): boolean => /[^\u00a0\S][:;!?»]|«[^\u00a0\S]/u.test(ofWeb(said));

test('negative control: straight apostrophes and missing spaces are found', () => {
  const [straight = '', tight = ''] = frenchIn(`{ fr: "Voyez l'avoir", en: '' }, { fr: 'Vraiment?', en: '' }`);
  assert.match(straight, STRAIGHT);
  assert.match(tight, TIGHT);
});

test('responses, mails and PDFs have non-breaking spaces before two-part punctuation', () => {
  assert.equal(
    withNoBreakSpaces('Voyez « errors » : 20 % ; et alors ?'),
    'Voyez «\u00a0errors\u00a0»\u00a0: 20\u00a0%\u00a0; et alors\u00a0?',
  );
  const { problem } = problemOf({ refused: 'method_not_allowed', allowed: ['GET'] }, { ...WHERE, language: 'fr' });
  assert.doesNotMatch(problem.detail, / [:;!?»%]/);
  assert.equal(words.fr.reminder.subject('Facture 12'), 'Rappel\u00a0: Facture 12');
  assert.equal(wordsOf.fr.unitPriceTaxExcluded('12,00'), 'Prix unitaire HT\u00a0: 12,00');
  // User text stays unchanged.
  assert.match(wordsOf.fr.canceledBy('A : 1 ; 2'), /^Annulée par A : 1 ; 2\u00a0: il/);
  assert.match(certificateWordsOf.fr.enclosed, /scellé\u00a0: le/);
  // Other languages have other rules.
  assert.equal(words.de.reminder.subject('Rechnung 12').includes('\u00a0'), false);
});
