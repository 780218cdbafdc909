import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'vitest';
import { builtIn, FIRST_LOAD_BYTES_MAX, firstLoadBytes, scriptsOfPage } from './first-load-size.ts';

/** Scripts the page itself references: shared libraries and the module loader. */
const SCRIPTS_MAX = 3;
/** Bytes of script of the menus, as gzip. */
const MENU_BYTES_MAX = 5_000;
/** Menus, dialogs and tables need no package: the browser has the elements. */
const PACKAGES = [
  '@noble/hashes',
  ...['@simplewebauthn/browser', '@tanstack/react-query', '@tanstack/react-router'],
  ...['fflate', 'ibantools', 'minisearch', 'react', 'react-dom'],
];

test('the home page loads at most 200 kB of gzipped script, without the code of other screens', async () => {
  const { builtWeb } = await import(new URL('../../bootstrap/build-web.mjs', import.meta.url).href);
  const folder: string = await builtWeb(process.execPath);
  const total = firstLoadBytes(folder);
  assert.ok(total <= FIRST_LOAD_BYTES_MAX, `the first load is ${total} bytes of script`);
  // With nothing found, nothing would be measured.
  assert.ok(total > 50_000, `only ${total} bytes were found`);
  const { file } = builtIn(folder)['people/sign-in/sign-in.tsx'] as { file: string };
  assert.ok(!scriptsOfPage(folder).includes(file), 'a screen comes when it is wanted');
  // The page references the chunks of home and sign-in, so that a browser loads them in parallel.
  const noted = JSON.parse(
    /id="first-files"[^>]*>(.*?)<\/script>/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1] ?? '',
  );
  for (const [path, ...modules] of [
    ['/', 'home/home.tsx', 'locales/fr/home.ts', 'locales/fr/app.ts'],
    ['/connexion', 'people/sign-in/sign-in.tsx', 'locales/fr/people.ts'],
  ] as const)
    for (const module of modules) {
      const named = [...noted[path].files, ...noted[path].fr];
      assert.ok(named.includes(builtIn(folder)[module]?.file), `${path} names ${module}`);
    }
  for (const { files, fr, en } of Object.values<Record<'files' | 'fr' | 'en', string[]>>(noted))
    for (const named of [...files, ...fr, ...en]) assert.ok(existsSync(join(folder, named)), `${named} is there`);
  // Each is a request of its own before anything is drawn.
  assert.ok(scriptsOfPage(folder).length <= SCRIPTS_MAX, `${scriptsOfPage(folder).length} scripts`);
});

test('the web app imports React, TanStack and five small packages (passkeys, ZIP, IBAN, search, hashes); menus are at most 5 kB gzipped', async () => {
  const { builtWeb } = await import(new URL('../../bootstrap/build-web.mjs', import.meta.url).href);
  const folder: string = await builtWeb(process.execPath);
  const menus = Object.values(builtIn(folder)).filter(({ file }) => /popup-menu/.test(file));
  assert.equal(menus.length, 1, 'menus are one script');
  const bytes = gzipSync(readFileSync(join(folder, menus[0]?.file ?? ''))).length;
  assert.ok(bytes <= MENU_BYTES_MAX, `the menus are ${bytes} bytes of script`);
  assert.deepEqual([...packagesOfWeb()].sort(), PACKAGES);
});

/** Names of the packages that a source file of the web app imports. */
function packagesOfWeb(): Set<string> {
  const web = new URL('../../web/', import.meta.url);
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/^dist|\.test\./.test(file),
  );
  // Types are not in the bundle.
  const texts = sources.map((file) => readFileSync(new URL(file, web), 'utf8').replaceAll(/^import type .*/gm, ''));
  const imported = texts.flatMap((text) => [
    ...text.matchAll(/(?:from |import\(|^import )'((?:@[^/']+\/)?[^./'][^/']*)/gm),
  ]);
  return new Set(imported.map(([, name]) => name as string).filter((name) => !name.startsWith('node:')));
}
