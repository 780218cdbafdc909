import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'vitest';
import { routesOfPages, screens } from './screen-catalogue.ts';

test('every route of the web app has a row in the screen catalogue, and every row a route', () => {
  const routes = routesOfPages();
  assert.ok(routes.length > 30, 'routes were found at all');
  assert.deepEqual([...new Set(screens.map(({ route }) => route))].toSorted(), [...routes].toSorted());
  assert.equal(new Set(screens.map(({ name }) => name)).size, screens.length, 'a name stands once');
});

test('the routes of each folder are added once: the router refuses to start with a route that is there twice', () => {
  const added = readFileSync(new URL('../../web/routes.ts', import.meta.url), 'utf8').match(/\.\.\.\w+Routes\b/g) ?? [];
  assert.ok(added.length > 10, 'they were found at all');
  assert.deepEqual(added, [...new Set(added)]);
});
