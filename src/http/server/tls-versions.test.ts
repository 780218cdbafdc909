import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import pino from 'pino';
import { afterAll, beforeAll, test } from 'vitest';
import { sharedCertificate } from '../../../test/support/service/test-certificate.ts';
import { rateLimit } from '../limits/key-rate-limit.ts';
import { type HttpServer, startServer } from './server.ts';

const certificate = await sharedCertificate('service');
let server: HttpServer;
beforeAll(async () => {
  server = await startServer({
    operations: [],
    services: {
      pool: undefined as never,
      environment: {
        serviceName: 'Facturier',
        publicUrl: 'https://127.0.0.1:8443',
        seal: undefined as never,
        webhooks: undefined as never,
        portalTokens: undefined as never,
        printer: undefined as never,
        quotas: undefined as never,
      },
      now: () => 1_790_000_000,
      newId: randomUUID,
    },
    access: { findCaller: async () => undefined, rateLimit: rateLimit(0) },
    log: pino({ level: 'silent' }),
    isReady: async () => true,
    tls: certificate,
    host: '127.0.0.1',
    port: 0,
    trustedProxies: [],
  });
});
afterAll(() => server.stop());

/** The negotiated protocol and cipher, or the error that ended the handshake. */
const handshake = (given: tls.ConnectionOptions, port = server.port): Promise<string> =>
  new Promise((resolve) => {
    // Offer even obsolete versions, so that the server is the one that refuses.
    const offer = { ciphers: 'ALL:@SECLEVEL=0', ...given };
    const socket = tls.connect({ host: '127.0.0.1', port, ca: certificate.cert, ...offer }, () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().standardName}`);
      socket.destroy();
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(`refused: ${error.code}`));
  });

const weak: readonly [string, tls.ConnectionOptions][] = [
  ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }],
  ['CBC', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA256:@SECLEVEL=0' }],
];

for (const [name, offer] of weak)
  test(`${name} alone is refused, before and after the certificate was renewed`, async () => {
    assert.match(await handshake(offer), /^refused: /);
    server.renew(certificate);
    assert.match(await handshake(offer), /^refused: /);
  });

test('TLS 1.3 is preferred; TLS 1.2 uses the cipher the server prefers', async () => {
  assert.match(await handshake({}), /^TLSv1\.3 /);
  assert.match(await handshake({ maxVersion: 'TLSv1.2' }), /^TLSv1\.2 TLS_ECDHE_\w+_WITH_AES_256_GCM_SHA384$/);
});

test('negative control: a server without TLS settings accepts CBC', async () => {
  const lax = tls.createServer(certificate).listen(0, '127.0.0.1');
  await new Promise((resolve) => lax.once('listening', resolve));
  const [, [, offer]] = weak as [(typeof weak)[number], (typeof weak)[number]];
  assert.match(await handshake(offer, (lax.address() as AddressInfo).port), /^TLSv1\.2 \w+_CBC_/);
  lax.close();
});
