import assert from 'node:assert/strict';
import { test } from 'vitest';
import { dnsRebindingRefusal } from './request-origin.ts';

const publicUrl = 'https://factures.exemple.fr:8443';
const asked = (headers: Record<string, string>, byTrustedProxy = false): string | undefined =>
  dnsRebindingRefusal({ headers, byTrustedProxy, publicUrl })?.refused;
const page = (origin: string): string | undefined => asked({ host: 'factures.exemple.fr', origin });

test('the service accepts its own name, names of this machine, and bare addresses, at any port', () => {
  for (const host of [
    'factures.exemple.fr:8443',
    'FACTURES.exemple.fr',
    'localhost:41234',
    '127.0.0.1',
    '[::1]:8443',
    '192.168.1.20:8443',
    '[2001:db8::1]',
  ])
    assert.equal(asked({ host }), undefined, host);
});

test('a name that another party could point here is refused', () => {
  for (const host of [
    'evil.example.com',
    'factures.exemple.fr.evil.com',
    'localhost.evil.com',
    '127.0.0.1.evil.com',
    'evil.com#factures.exemple.fr',
    'factures.exemple.fr@evil.com',
    'evil.com/factures.exemple.fr',
    'a b',
    '',
  ])
    assert.equal(asked({ host }), 'host_not_allowed', host);
  assert.equal(asked({}), 'host_not_allowed');
});

test("the operator's own proxy states the requested name; other senders of the header are not trusted", () => {
  const renamed = { host: 'facturier', 'x-forwarded-host': 'factures.exemple.fr' };
  assert.equal(asked(renamed, true), undefined);
  assert.equal(asked(renamed), 'host_not_allowed');
  const lured = { host: 'factures.exemple.fr', 'x-forwarded-host': 'evil.example.com' };
  assert.equal(asked(lured, true), 'host_not_allowed');
  assert.equal(asked(lured), undefined);
  const twice = 'factures.exemple.fr, evil.example.com';
  assert.equal(asked({ host: 'facturier', 'x-forwarded-host': twice }, true), 'host_not_allowed');
});

test('a page of the service or of this machine may call, a page of another site may not', () => {
  for (const origin of [publicUrl, 'http://localhost:6274', 'https://127.0.0.1', 'http://[::1]:80'])
    assert.equal(page(origin), undefined, origin);
  for (const origin of [
    'https://evil.example.com',
    'https://factures.exemple.fr',
    'http://factures.exemple.fr:8443',
    'https://factures.exemple.fr:8443.evil.com',
    'http://localhost.evil.com',
    'http://192.168.1.20',
    'chrome-extension://localhost',
    'null',
    '',
  ])
    assert.equal(page(origin), 'origin_not_allowed', origin);
});
