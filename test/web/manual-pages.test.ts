import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import MiniSearch from 'minisearch';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { searchOptions } from '../../web/app/manual/manual-search.ts';
import { manualPageOf } from '../../web/app/manual/page-of-screen.ts';
import { requestFaults, requestsIn } from './manual-requests.ts';
import { type ScreenFixtures, screens } from './screen-catalogue.ts';

// The manual: its sources (docs/fr, docs/en, docs/manual.json) and the pages built from them.
// test/source-rules/documentation.test.ts checks links, commands and sentences of the sources.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MEBIBYTE = 1024 ** 2;
/** Of the built manual with its pictures. */
const SIZE_MAX = 20 * MEBIBYTE;

type ManualPage = { readonly language: string; readonly path: string; readonly source: string };

let folder: string;
let pages: readonly ManualPage[];
const listed: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(`${ROOT}docs/manual.json`, 'utf8'));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'facturier-manual-'));
  const module = new URL('../../web/app/manual/build-manual.mjs', import.meta.url).href;
  const { buildManual, manualPages } = await import(module);
  pages = manualPages().pages;
  await buildManual(folder, { script: 'app/page.js', theme: 'app/theme.js', css: ['app/page.css'] });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Screens about nothing in particular: their help is the contents. */
const OF_ALL: ReadonlySet<string> = new Set(['/plus', '/reglages']);
const ANY_ID = new Proxy({} as ScreenFixtures, { get: () => 'id' });

const sources = (language: string): string[] =>
  globSync('**/*.md', { cwd: `${ROOT}docs/${language}` })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

describe('the manual', () => {
  test('has the same pages in French and English, and each is in the side bar', () => {
    assert.deepEqual(sources('fr'), sources('en'));
    const inSideBar = Object.entries(listed).flatMap(([section, names]) =>
      names.map((name) => `${section}/${name}.md`),
    );
    assert.deepEqual(sources('fr'), ['index.md', ...inSideBar].sort());
    assert.ok(sources('fr').length > 2);
  });

  test('every link, anchor and picture of the built pages exists', () => {
    assert.deepEqual(
      pages.flatMap(({ path }) => missingIn(folder, path, html(path)).map((missing) => `${path}: ${missing}`)),
      [],
    );
  });

  test('control: a missing page, anchor and picture are found', () => {
    const bad = '<a href="nowhere">a</a><a href="./#no-anchor">b</a><img src="pictures/none.png">';
    assert.equal(missingIn(folder, '', bad).length, 3);
  });

  test('has no inline script, style or handler, which the Content-Security-Policy of the service forbids', () => {
    for (const { path } of pages)
      assert.doesNotMatch(html(path), /<script(?![^>]* src=)|<style|<[^>]+\s(?:style|on\w+)=/, path);
  });

  test('is at most 20 MB with its pictures', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      statSync(join(folder, name)),
    );
    const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    assert.ok(bytes > 0 && bytes < SIZE_MAX, `${bytes} bytes`);
  });

  test('the search finds a page in both languages without accents, in the singular, with a typing error', () => {
    for (const [language, wanted, found] of [
      ['fr', 'premiere facture', 'start/first-invoice'],
      ['fr', 'telecharger', 'start/first-invoice'],
      ['en', 'downlods', 'en/start/first-invoice'],
    ] as const) {
      const index = MiniSearch.loadJSON(readFileSync(join(folder, `search-${language}.json`), 'utf8'), searchOptions);
      const ids = index.search(wanted).map(({ id }) => String(id).split('#')[0]);
      assert.ok(ids.includes(found), `${wanted}: ${ids.join(' ')}`);
    }
  });

  test('every screen has a page of its own language, which “?” opens', () => {
    for (const { name, route, path } of screens) {
      const page = manualPageOf(path?.(ANY_ID) ?? route);
      const isThere = pages.some((each) => each.path === page) && pages.some((each) => each.path === `en/${page}`);
      assert.ok(isThere && (page !== '' || OF_ALL.has(route)), `${name}: ${page}`);
    }
  });

  test('every request it shows is one of the interface, with a body that its schema accepts', () => {
    const all = ['fr', 'en'].flatMap((language) => sources(language).map((path) => `docs/${language}/${path}`));
    assert.deepEqual(
      all.flatMap((path) => requestsIn(readFileSync(join(ROOT, path), 'utf8')).flatMap(requestFaults)),
      [],
    );
  });

  test('control: an unknown path and a wrong body are found', () => {
    const shown =
      '```sh\ncurl -X PATCH https://localhost:8443/v2/nothing\ncurl $URL/contact \\\n  -d \'{"lastname": 3}\'\n```';
    assert.equal(requestsIn(shown).flatMap(requestFaults).length, 2);
  });
});

const fileOf = (path: string): string => (path === '' || path.endsWith('/') ? `${path}index.html` : `${path}.html`);
const html = (path: string): string => readFileSync(join(folder, fileOf(path)), 'utf8');

/** Links and pictures of a page that lead nowhere. Files of the web app are outside the manual. */
function missingIn(folder: string, path: string, text: string): string[] {
  const targets = [...text.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = '', anchor] = decodeURI(target).split('#');
    const wanted =
      file === '' ? path : normalize(join(path.endsWith('/') ? path : dirname(path), file)).replace(/^\.\/?$/, '');
    if (wanted.startsWith('..')) return false;
    if (/\.(png|svg)$/.test(wanted)) return !exists(join(folder, wanted));
    if (!exists(join(folder, fileOf(wanted)))) return true;
    return anchor !== undefined && !readFileSync(join(folder, fileOf(wanted)), 'utf8').includes(` id="${anchor}"`);
  });
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
