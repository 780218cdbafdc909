import { createHash, randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClusterLocation, privateFolder } from './cluster-location.ts';

/** Bytes of a Unix socket's path: what the kernel's structure holds, less its closing zero. */
const SOCKET_PATH_MAX = process.platform === 'linux' ? 107 : 103;

/** PostgreSQL names its socket after a port, even where it listens on none. */
export const SOCKET_PORT = 5432;

/** Makes the folder of the socket, beside the cluster or, where that path is too long, a private one under /tmp. */
export async function createSocketFolder(site: ClusterLocation): Promise<string> {
  const beside = join(site.home, 'socket');
  const folder = fits(beside) ? beside : await shortFolder(site);
  await privateFolder(folder, site.runAs);
  return folder;
}

/** Path of the socket in its folder. */
export function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}`);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketIn(folder)) <= SOCKET_PATH_MAX;
}

/** Everybody can create names in /tmp: a name that is not wholly ours is passed over for one nobody can foresee. */
async function shortFolder(site: ClusterLocation): Promise<string> {
  const name = createHash('sha256').update(site.home).digest('hex').slice(0, 16);
  const foreseeable = join('/tmp', `facturier-${name}`);
  const found = await lstat(foreseeable).catch(() => undefined);
  const owner = site.runAs.uid ?? process.getuid?.();
  const ours = found === undefined || (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0);
  return ours ? foreseeable : join('/tmp', `facturier-${randomBytes(8).toString('hex')}`);
}
