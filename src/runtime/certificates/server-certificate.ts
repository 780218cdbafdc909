import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { StartupError, type TranslatedText } from '../../startup-error.ts';
import { type AcmeSettings, acmeCertificate } from './acme-certificate.ts';
import type { CertifiedKey } from './key-pair.ts';
import { authorityFile, localCertificate } from './local-authority.ts';

/** Settings that determine the certificate. */
type CertificateSettings = {
  readonly dataFolder: string;
  readonly host: string;
  readonly publicUrl: string;
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  readonly acme?: AcmeSettings;
};

/**
 * The HTTPS certificate, and the file clients need to trust it, unless a public authority issued
 * it.
 */
export type ServerCertificate = CertifiedKey & { readonly authorityFile?: string };

/**
 * Returns the HTTPS certificate: the operator's own (TLS_CERT, TLS_KEY), the one obtained for
 * DOMAIN, or a local one for localhost, HOST and the host of PUBLIC_URL. Call again to renew; this
 * takes a few milliseconds if nothing changed. Refuses, naming the setting, files that are not a
 * certificate or key, do not match, or have expired.
 */
export async function serverCertificate(config: CertificateSettings, now: Date): Promise<ServerCertificate> {
  if (config.tls) return ownCertificate(config.tls, now);
  const obtained = config.acme && (await acmeCertificate(config.dataFolder, config.acme));
  if (obtained && new X509Certificate(obtained.certificate).validToDate > now) return obtained;
  const publicHost = new URL(config.publicUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  const names = [config.host, publicHost, ...(config.acme ? [config.acme.domain] : [])];
  const pair = await localCertificate({ dataFolder: config.dataFolder, names, now });
  // Until the public certificate is there, clients are not told to trust the local one.
  return config.acme ? pair : { ...pair, authorityFile: authorityFile(config.dataFolder) };
}

/**
 * Whether the service has a public name but a certificate of the local authority, which other
 * browsers reject.
 */
export function lacksPublicCertificate(config: {
  tls?: unknown;
  acme?: unknown;
  trustedProxies: readonly string[];
  publicUrl: string;
}): boolean {
  const { tls, acme, trustedProxies, publicUrl } = config;
  const { hostname } = new URL(publicUrl);
  const isPublicName = hostname.includes('.') && isIP(hostname) === 0 && !OF_ONE_NETWORK.test(hostname);
  return isPublicName && !tls && !acme && trustedProxies.length === 0;
}

const OF_ONE_NETWORK = /\.(localhost|local|lan|home|internal|home\.arpa|test)$/;

async function ownCertificate(files: NonNullable<CertificateSettings['tls']>, now: Date): Promise<CertifiedKey> {
  const certificate = await readFile(files.certFile, 'utf8');
  const key = await readFile(files.keyFile, 'utf8');
  const parsed = attempt(() => new X509Certificate(certificate)) ?? refuse('TLS_CERT', noCertificate);
  const parsedKey = attempt(() => createPrivateKey(key)) ?? refuse('TLS_KEY', noKey);
  if (!parsed.checkPrivateKey(parsedKey)) refuse('TLS_KEY', notTogether);
  if (parsed.validToDate < now) refuse('TLS_CERT', expired(parsed.validToDate));
  return { certificate, key };
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function refuse(setting: string, text: TranslatedText): never {
  throw new StartupError([{ setting, text }]);
}

const noCertificate = {
  fr: 'ce fichier ne contient pas de certificat PEM. Donnez la chaîne complète, le certificat du serveur en premier.',
  en: 'this file contains no PEM certificate. Give the full chain, the server certificate first.',
};
const noKey = {
  fr: 'ce fichier ne contient pas de clé privée PEM sans mot de passe.',
  en: 'this file contains no PEM private key without a password.',
};
const notTogether = {
  fr: 'cette clé ne correspond pas au certificat de TLS_CERT. Donnez les deux fichiers émis ensemble.',
  en: 'this key does not match the certificate of TLS_CERT. Give the two files that were issued together.',
};
const expired = (on: Date) => ({
  fr: `ce certificat a expiré le ${on.toISOString().slice(0, 10)}. Renouvelez-le, ou retirez TLS_CERT et TLS_KEY pour le certificat local.`,
  en: `this certificate expired on ${on.toISOString().slice(0, 10)}. Renew it, or unset TLS_CERT and TLS_KEY to use the local certificate.`,
});
