import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'vitest';
import preloadedScreens from '../../web/preloaded-screens.json' with { type: 'json' };

// A screen whose texts come after it has rendered hides the whole page until they are there, and
// for good if the connection is lost meanwhile.

/** Texts that every page has before its first screen. */
const SHARED = 'app';
const IMPORTED = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'(\.[^']+)'/gm;

/** A module of the web app, and all that it imports as it loads. */
function modulesOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !/\.tsx?$/.test(file)) return found;
  found.add(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED))
    modulesOf(join(dirname(file), path), found);
  return found;
}

/** The texts that the components of a screen use. */
const textsUsed = (file: string): Set<string> =>
  new Set(
    [...modulesOf(file)].flatMap((each) =>
      [...readFileSync(each, 'utf8').matchAll(/useTranslations\('(\w+)'\)/g)].map(([, subject = '']) => subject),
    ),
  );

type Route = { readonly path: string; readonly module: string; readonly named: readonly string[] };

/** The screens of a file of routes, with the texts that each names. */
function routesIn(file: string): Route[] {
  const routes = readFileSync(file, 'utf8').split('createRoute({').slice(1);
  return routes.flatMap((route) => {
    const [, module, named = ''] = /screen\(\s*\(\) => import\('([^']+)'\),?([^)]*)\)/.exec(route) ?? [];
    const [, path = ''] = /path: '([^']+)'/.exec(route) ?? [];
    if (!module) return [];
    const subjects = [...named.matchAll(/'(\w+)'/g)].map(([, subject = '']) => subject);
    return [{ path, module: join(dirname(file), module), named: subjects }];
  });
}

const routes = globSync('web/*/**/routes.ts', { exclude: ['web/dist/**'] }).flatMap(routesIn);

const missing = ({ module, named }: Pick<Route, 'module' | 'named'>): string[] =>
  [...textsUsed(module)].filter((subject) => subject !== SHARED && !named.includes(subject)).sort();

test('every screen names the texts of all its components, so that it renders once', () => {
  assert.ok(routes.length > 50, `${routes.length} screens`);
  const faults = routes.flatMap((route) => missing(route).map((subject) => `${route.path} lacks ${subject}`));
  assert.deepEqual(faults, []);
});

test('control: home without the texts of its cards is found', () => {
  const home = routes.find(({ path }) => path === '/');
  assert.deepEqual(missing({ module: home?.module ?? '', named: ['home'] }), [
    ...['deletion', 'eReporting', 'platform', 'result', 'urssaf', 'vat'],
  ]);
});

test('screens whose files are preloaded preload the texts that their routes name', () => {
  for (const [path, { words }] of Object.entries(preloadedScreens)) {
    const route = routes.find((each) => each.path === path);
    const files = route?.named.map((subject) => subject.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    assert.deepEqual([...words].sort(), files?.sort(), path);
  }
});
