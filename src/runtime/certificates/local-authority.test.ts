import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, test } from 'vitest';
import { StartupError } from '../../startup-error.ts';
import { issueCertificate } from './issue-certificate.ts';
import type { CertifiedKey } from './key-pair.ts';
import { localCertificate } from './local-authority.ts';
import { serverCertificate } from './server-certificate.ts';

const TODAY = new Date();
const DAY_MS = 24 * 60 * 60 * 1000;
const later = (days: number) => new Date(TODAY.getTime() + days * DAY_MS);

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'facturier tls '));
  folders.push(folder);
  return folder;
}

const authorityIn = (folder: string) => readFile(join(folder, 'tls', 'ca.pem'), 'utf8');

/** Connects under a name to a server with this certificate, trusting only the authority. */
async function call(pair: CertifiedKey, ca: string, name: string): Promise<string> {
  const server = https.createServer({ key: pair.key, cert: pair.certificate }, (_, answer) => answer.end('trusted'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const request = https.get({ host: '127.0.0.1', port, ca, servername: name, headers: { host: name }, agent: false });
    const [response] = await once(request, 'response');
    return (await response.setEncoding('utf8').toArray()).join('');
  } finally {
    server.close();
  }
}

test('a client that trusts the authority accepts the server under every one of its names', async () => {
  const folder = await newFolder();
  const pair = await localCertificate({ dataFolder: folder, names: ['bills.lan', '192.168.1.20'], now: TODAY });
  const ca = await authorityIn(folder);
  assert.equal(await call(pair, ca, 'localhost'), 'trusted');
  assert.equal(await call(pair, ca, 'bills.lan'), 'trusted');
  const certificate = new X509Certificate(pair.certificate);
  for (const address of ['127.0.0.1', '::1', '192.168.1.20']) assert.ok(certificate.checkIP(address), address);
  await assert.rejects(call(pair, ca, 'example.com'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
});

test('a stolen authority cannot vouch for another site', async () => {
  const folder = await newFolder();
  await localCertificate({ dataFolder: folder, names: [], now: TODAY });
  const certificate = await authorityIn(folder);
  const key = await readFile(join(folder, 'tls', 'ca-key.pem'), 'utf8');
  const forged = await issueCertificate({ certificate, key }, ['bank.example'], TODAY);
  await assert.rejects(call(forged, certificate, 'bank.example'), /permitted subtree violation/);
});

test('the certificate is kept until 30 days before it expires, then the same authority issues a new one', async () => {
  const dataFolder = await newFolder();
  const first = await localCertificate({ dataFolder, names: [], now: TODAY });
  const ca = await authorityIn(dataFolder);
  assert.deepEqual(await localCertificate({ dataFolder, names: [], now: later(365) }), first);
  const renewed = await localCertificate({ dataFolder, names: [], now: later(367) });
  assert.notEqual(renewed.certificate, first.certificate);
  assert.equal(await authorityIn(dataFolder), ca);
  assert.ok(new X509Certificate(renewed.certificate).validToDate > later(700));
});

test('the certificate follows its names; the authority changes only for a name it is not allowed to certify', async () => {
  const dataFolder = await newFolder();
  const first = await localCertificate({ dataFolder, names: ['bills.lan'], now: TODAY });
  const ca = await authorityIn(dataFolder);
  const fewer = await localCertificate({ dataFolder, names: [], now: TODAY });
  assert.notEqual(fewer.certificate, first.certificate);
  assert.equal(await authorityIn(dataFolder), ca);
  const other = await localCertificate({ dataFolder, names: ['invoices.lan'], now: TODAY });
  const newCa = await authorityIn(dataFolder);
  assert.notEqual(newCa, ca);
  assert.equal(await call(other, newCa, 'invoices.lan'), 'trusted');
});

test('private keys are readable by their owner only', async () => {
  const dataFolder = await newFolder();
  await localCertificate({ dataFolder, names: [], now: TODAY });
  for (const file of ['key.pem', 'ca-key.pem']) {
    assert.equal((await stat(join(dataFolder, 'tls', file))).mode & 0o777, 0o600);
  }
});

test('an authority whose creation was interrupted is created again, since no client has its certificate yet', async () => {
  const dataFolder = await newFolder();
  await localCertificate({ dataFolder, names: [], now: TODAY });
  await rm(join(dataFolder, 'tls', 'ca.pem'));
  const pair = await localCertificate({ dataFolder, names: [], now: TODAY });
  assert.equal(await call(pair, await authorityIn(dataFolder), 'localhost'), 'trusted');
});

test('an empty or corrupt certificate is issued again by the same authority', async () => {
  const dataFolder = await newFolder();
  await localCertificate({ dataFolder, names: [], now: TODAY });
  const authority = await authorityIn(dataFolder);
  for (const [file, text] of [
    ['cert.pem', ''],
    ['key.pem', '-----BEGIN PRIV'],
  ] as const) {
    await writeFile(join(dataFolder, 'tls', file), text);
    const pair = await localCertificate({ dataFolder, names: [], now: TODAY });
    assert.equal(await call(pair, authority, 'localhost'), 'trusted');
  }
});

test("the operator's own certificate is served unchanged; if it is unusable, the refusal names its setting", async () => {
  const folder = await newFolder();
  const pair = await localCertificate({ dataFolder: folder, names: [], now: TODAY });
  const other = await localCertificate({ dataFolder: await newFolder(), names: [], now: TODAY });
  const files = { certFile: join(folder, 'own.pem'), keyFile: join(folder, 'own-key.pem') };
  const config = { dataFolder: folder, host: '127.0.0.1', publicUrl: 'https://localhost:8443', tls: files };
  const settingAtFault = async (certificate: string, key: string, now = TODAY) => {
    await writeFile(files.certFile, certificate);
    await writeFile(files.keyFile, key);
    const refusal = await serverCertificate(config, now).catch((error: unknown) => error);
    return refusal instanceof StartupError ? refusal.problems[0]?.setting : refusal;
  };
  assert.deepEqual(await settingAtFault(pair.certificate, pair.key), pair);
  assert.equal(await settingAtFault('nothing', pair.key), 'TLS_CERT');
  assert.equal(await settingAtFault(pair.certificate, 'nothing'), 'TLS_KEY');
  assert.equal(await settingAtFault(pair.certificate, other.key), 'TLS_KEY');
  assert.equal(await settingAtFault(pair.certificate, pair.key, later(400)), 'TLS_CERT');
});
