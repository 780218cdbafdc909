import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Config } from '../../config.ts';
import { authorityFile } from '../../runtime/certificates/local-authority.ts';
import { CommandError, UsageError } from '../terminal/output.ts';

/** How to reach a running service, and with which key. */
export type AccessOptions = { url?: string; keyFile?: string; ca?: string };
export type Access = {
  /** Base URL of the service, without a trailing slash. */
  address: string;
  key: string;
};

/**
 * Reads how to reach a running service and trusts its certificate authority from then on. Usage
 * error without a key or for a URL that is not https. `keyName` is the suggested name of a new key.
 */
export async function readServiceAccess(config: Config, options: AccessOptions, keyName: string): Promise<Access> {
  const address = addressOf(options.url ?? process.env.FACTURIER_URL?.trim(), config);
  const key = await keyOf(options.keyFile, keyName);
  await trust(await authorityFor(address, config, options.ca));
  return { address, key };
}

/**
 * Base URL of the service. The URL of its MCP endpoint also works, because assistants are
 * configured with it.
 */
function addressOf(said: string | undefined, { publicUrl }: Config): string {
  if (!said) return publicUrl;
  const url = URL.canParse(said) ? new URL(said) : undefined;
  if (url?.protocol !== 'https:' || url.username || url.password || url.search || url.hash) {
    throw new UsageError({
      fr: `« ${said} » n’est pas l’adresse d’un service. Écrivez une adresse https, par exemple https://localhost:8443`,
      en: `"${said}" is not a service address. Write an https address, such as https://localhost:8443`,
    });
  }
  return url.href.replace(/\/+$/, '').replace(/\/mcp$/, '');
}

/** Never from the command line, which every user of the machine can read. */
async function keyOf(file: string | undefined, name: string): Promise<string> {
  const said = file === undefined ? process.env.FACTURIER_KEY : await fileAt(file, '--key-file');
  const key = said?.trim();
  if (key && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new UsageError({
    fr: `une clé d’API est requise : réglez FACTURIER_KEY, ou donnez un fichier avec --key-file. Pour en créer une : npx facturier key create --name ${name}`,
    en: `an API key is required: set FACTURIER_KEY, or give a file with --key-file. Create one with npx facturier key create --name ${name}`,
  });
}

/**
 * The certificate to trust in addition to public ones: the given one, or this installation's own
 * for its own addresses.
 */
async function authorityFor(address: string, config: Config, file: string | undefined): Promise<string | undefined> {
  if (file !== undefined) return fileAt(file, '--ca');
  const { hostname } = new URL(address);
  if (!isThisMachine(hostname) && hostname !== new URL(config.publicUrl).hostname) return undefined;
  return readFile(authorityFile(config.dataFolder), 'utf8').catch(() => undefined);
}

const isThisMachine = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || (isIP(name) === 4 && name.startsWith('127.'));

async function trust(authority: string | undefined): Promise<void> {
  if (authority === undefined) return;
  try {
    setDefaultCACertificates([...getCACertificates('default'), authority]);
  } catch {
    throw new UsageError({
      fr: 'le fichier de l’autorité ne contient pas de certificat PEM. Donnez le fichier ca.pem du service avec --ca',
      en: 'the authority file contains no PEM certificate. Give the file ca.pem of the service with --ca',
    });
  }
}

async function fileAt(path: string, option: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CommandError({
      fr: `${option} : le fichier ${path} ne peut pas être lu (${code}). Donnez son chemin complet.`,
      en: `${option}: the file ${path} cannot be read (${code}). Give its full path.`,
    });
  }
}
