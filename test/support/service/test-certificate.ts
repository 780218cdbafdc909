import { webcrypto } from 'node:crypto';

export type TestCertificate = { key: string; cert: string };

/**
 * Certificates shared by all test files of a run, because loading the library that creates them
 * takes longer than most tests.
 */
const sharedNames = ['service', 'receiver', 'mail'] as const;
const settingOf = (name: string): string => `FACTURIER_TEST_CERTIFICATE_${name.toUpperCase()}`;

/** Creates them once per run. */
export async function makeSharedCertificates(): Promise<void> {
  for (const name of sharedNames) process.env[settingOf(name)] = JSON.stringify(await testCertificate());
}

/** The shared certificate with this name. Without a shared one, creates a new certificate. */
export async function sharedCertificate(name: (typeof sharedNames)[number]): Promise<TestCertificate> {
  const made = process.env[settingOf(name)];
  return made ? JSON.parse(made) : testCertificate();
}

/** A self-signed certificate for 127.0.0.1, valid for one day. */
export async function testCertificate(): Promise<TestCertificate> {
  const x509 = await library();
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=facturier test',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.SubjectAlternativeNameExtension([
        { type: 'ip', value: '127.0.0.1' },
        { type: 'dns', value: 'localhost' },
      ]),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: x509.PemConverter.encode(key, 'PRIVATE KEY'), cert: certificate.toString('pem') };
}

/**
 * The library's dependency container needs decorator metadata: this map is the only polyfill it
 * needs.
 */
async function library() {
  const kept = new WeakMap<object, Map<string, unknown>>();
  const get = (name: string, target: object) => kept.get(target)?.get(name);
  const define = (name: string, value: unknown, target: object) => {
    kept.set(target, (kept.get(target) ?? new Map()).set(name, value));
  };
  Object.assign(Reflect, { getMetadata: get, getOwnMetadata: get, defineMetadata: define });
  return import('@peculiar/x509');
}
