import assert from 'node:assert/strict';
import { test } from 'vitest';
import { pageUnder, withoutBasePath } from './base-path.ts';

const AT = 'https://exemple.fr/factures';

test('routes see a request without the path of PUBLIC_URL, whether or not the proxy removed it', () => {
  for (const [url, routed] of [
    ['/factures/factures', '/factures'],
    ['/factures', '/'],
    ['/factures/', '/'],
    ['/factures?langue=en', '/?langue=en'],
    ['/factures/v2/billings?a=/factures/b', '/v2/billings?a=/factures/b'],
    ['/facturesx/v2', '/facturesx/v2'],
    ['/health/live', '/health/live'],
    ['/factures//other.example', '//other.example'],
    ['/.well-known/oauth-protected-resource/factures/mcp', '/.well-known/oauth-protected-resource/mcp'],
    ['/.well-known/oauth-protected-resource/factures', '/.well-known/oauth-protected-resource'],
  ] as const)
    assert.equal(withoutBasePath(url, AT), routed, url);
  assert.equal(withoutBasePath('/factures/x', 'https://exemple.fr:8443'), '/factures/x', 'no path');
});

test('pages link to the path of PUBLIC_URL', () => {
  const page = '<a href="/docs">a</a><script src="/docs/start.js"></script><a href="https://x.example/">b</a>';
  const moved = page.replaceAll('"/docs', '"/factures/docs');
  assert.deepEqual([pageUnder(AT, page), pageUnder('https://exemple.fr', page)], [moved, page]);
});
