import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, afterEach, beforeEach, test } from 'vitest';
import { plainHttpListener } from '../../src/http/server/listeners.ts';
import {
  acmeCertificate,
  acmeState,
  challengeAnswer,
  renewAcmeCertificate,
} from '../../src/runtime/certificates/acme-certificate.ts';
import { serverCertificate } from '../../src/runtime/certificates/server-certificate.ts';
import { serviceOverHttps } from '../support/service/service-over-https.ts';
import { acmeAuthority } from '../support/stand-ins/acme-authority.ts';

// Certificates by ACME against an authority in this process that checks signatures, nonces and
// challenges for real.

const DOMAIN = 'factures.example.fr';
const DAY_MS = 86_400_000;
const START = new Date('2027-01-01T00:00:00Z');

let dataFolder: string;
let wrongAnswer: string | undefined;
let at = START;
const now = () => at;
const answering = http.createServer(
  plainHttpListener({
    isTrusted: () => false,
    api: (_request, response) => response.end('the API'),
    publicUrl: () => `https://${DOMAIN}`,
    challengeAnswer: async (path) => wrongAnswer ?? challengeAnswer(dataFolder, path),
  }),
);
await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
const authority = await acmeAuthority({ httpPort: () => (answering.address() as AddressInfo).port });
authority.state.now = now;
const settings = { domain: DOMAIN, directory: authority.directory, email: 'hote@example.fr' };
const renew = () => renewAcmeCertificate(dataFolder, settings, now);

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'facturier acme é '));
  [wrongAnswer, at, authority.state.orders, authority.state.refuse] = [undefined, START, 0, undefined];
  authority.accounts.clear();
});
afterEach(() => rmSync(dataFolder, { recursive: true }));
afterAll(() => {
  answering.close();
  authority.close();
});

const serialNumber = async () => {
  const pair = await acmeCertificate(dataFolder, settings);
  return pair && new X509Certificate(pair.certificate).serialNumber;
};

/** The names in the certificate that a port serves, unless it is the one of the tests. */
async function servedBy(port: number): Promise<string | undefined> {
  const socket = tls.connect({ port, host: '127.0.0.1', servername: DOMAIN, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subjectaltname } = socket.getPeerCertificate();
  socket.destroy();
  return subjectaltname?.includes('localhost') ? undefined : subjectaltname;
}

test('a certificate is obtained, renewed in the last third of its validity, and private', async () => {
  assert.deepEqual(await renew(), { did: 'renewed' });
  const pair = await serverCertificate(
    { dataFolder, host: '0.0.0.0', publicUrl: `https://${DOMAIN}`, acme: settings },
    at,
  );
  assert.equal(pair.authorityFile, undefined, 'browsers need no file');
  assert.deepEqual(pair, await acmeCertificate(dataFolder, settings));
  assert.doesNotMatch(pair.certificate, /PRIVATE KEY/);
  assert.equal(pair.certificate.match(/BEGIN CERTIFICATE/g)?.length, 2, 'with its chain');
  const first = await serialNumber();
  at = new Date(START.getTime() + 59 * DAY_MS);
  assert.deepEqual([await renew(), authority.state.orders], [{ did: 'nothing' }, 1]);
  at = new Date(START.getTime() + 61 * DAY_MS);
  assert.deepEqual(await renew(), { did: 'renewed' });
  assert.notEqual(await serialNumber(), first);
  assert.equal(authority.accounts.size, 1, 'one account for all orders');
  const files = readdirSync(join(dataFolder, 'tls', 'acme'), { recursive: true, withFileTypes: true });
  assert.ok(files.some(({ name }) => name === 'account-key.pem'));
  for (const each of files.filter((file) => file.isFile()))
    assert.equal(statSync(join(each.parentPath, each.name)).mode & 0o777, 0o600, each.name);
  assert.deepEqual(readdirSync(join(dataFolder, 'tls', 'acme', 'challenges')), []);
});

test('a wrong answer is refused; the old certificate stays, and the pauses grow', async () => {
  await renew();
  const first = await serialNumber();
  at = new Date(START.getTime() + 61 * DAY_MS);
  wrongAnswer = 'wrong';
  const pauses: number[] = [];
  for (let tries = 0; tries < 7; tries++) {
    const failed = await renew();
    assert.ok(failed.did === 'failed' && /wrong answer/.test(String(failed.error)));
    pauses.push((failed.nextAttemptAt - Math.floor(at.getTime() / 1_000)) / 60);
    assert.deepEqual(await renew(), { did: 'nothing' }, 'no attempt during the pause');
    at = new Date(failed.nextAttemptAt * 1_000);
  }
  assert.deepEqual(pauses, [15, 30, 60, 240, 720, 1440, 1440]);
  assert.equal(await serialNumber(), first);
  const state = await acmeState(dataFolder, settings);
  assert.deepEqual([state?.failures, state?.lastError], [7, 'wrong answer']);
  wrongAnswer = undefined;
  assert.deepEqual(await renew(), { did: 'renewed' });
  assert.equal((await acmeState(dataFolder, settings))?.failures, 0);
});

test('a limit of the authority is respected, and an unreachable authority changes nothing', async () => {
  authority.state.refuse = { status: 429, body: {}, retryAfter: 7_200 };
  const limited = await renew();
  assert.ok(limited.did === 'failed');
  assert.equal(limited.nextAttemptAt, START.getTime() / 1_000 + 7_200);
  const gone = { domain: DOMAIN, directory: 'http://127.0.0.1:1/directory' };
  const unreachable = await renewAcmeCertificate(dataFolder, gone, now);
  assert.ok(unreachable.did === 'failed');
  assert.match((await acmeState(dataFolder, gone))?.lastError ?? '', /ECONNREFUSED|bad port/);
});

test('of several processes on one data folder, one orders the certificate', async () => {
  const done = await Promise.all(Array.from({ length: 6 }, renew));
  assert.deepEqual(done.map(({ did }) => did).toSorted(), [...Array<string>(5).fill('nothing'), 'renewed']);
  assert.equal(authority.state.orders, 1);
});

test('a certificate for another name is not used', async () => {
  await renew();
  assert.equal(await acmeCertificate(dataFolder, { ...settings, domain: 'autre.example.fr' }), undefined);
});

test('the plain HTTP port answers challenges and nothing else; a new certificate needs no restart', async () => {
  const service = await serviceOverHttps({ httpPort: 0, challengeAnswer: (path) => challengeAnswer(dataFolder, path) });
  try {
    const plain = (path: string) => fetch(`http://127.0.0.1:${service.httpPort()}${path}`).then(({ status }) => status);
    assert.equal(await plain('/.well-known/acme-challenge/unknown'), 404);
    assert.equal(await plain('/.well-known/acme-challenge/..%2F..%2Faccount-key.pem'), 404);
    assert.equal(await plain('/v2/billings'), 403);
    await renew();
    const { server, stop } = await service.another();
    const before = await servedBy(server.port);
    const { key, certificate } = (await acmeCertificate(dataFolder, settings)) ?? assert.fail('no certificate');
    server.renew({ key, cert: certificate });
    assert.deepEqual([before, await servedBy(server.port)], [undefined, `DNS:${DOMAIN}`]);
    await stop();
  } finally {
    await service.close();
  }
});
