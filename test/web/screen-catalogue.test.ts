import assert from 'node:assert/strict';
import { test } from 'vitest';
import { routesOfPages, screens } from './screen-catalogue.ts';

test('every route of the web app has a row in the screen catalogue, and every row a route', () => {
  const routes = routesOfPages();
  assert.ok(routes.length > 30, 'routes were found at all');
  assert.deepEqual([...new Set(screens.map(({ route }) => route))].toSorted(), [...routes].toSorted());
  assert.equal(new Set(screens.map(({ name }) => name)).size, screens.length, 'a name stands once');
});
