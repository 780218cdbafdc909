import assert from 'node:assert/strict';
import { test } from 'vitest';
import { lacksPublicCertificate } from './server-certificate.ts';

const ours = (publicUrl: string, more: object = {}) =>
  lacksPublicCertificate({ publicUrl, trustedProxies: [], ...more });

test('a public name with our own certificate is reported as untrusted, unless a proxy or a custom certificate serves it', () => {
  assert.equal(ours('https://factures.example.com'), true);
  assert.equal(ours('https://factures.example.com', { trustedProxies: ['127.0.0.1/32'] }), false);
  assert.equal(ours('https://factures.example.com', { tls: { certFile: 'a', keyFile: 'b' } }), false);
});

test('names and addresses of this machine or of a private network are not reported', () => {
  for (const here of [
    'localhost:8443',
    '127.0.0.1',
    '[::1]:8443',
    '192.168.1.7',
    'facturier.lan',
    'bills.home.arpa',
    'nas',
  ])
    assert.equal(ours(`https://${here}`), false, here);
});
