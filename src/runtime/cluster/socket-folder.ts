import { createHash, randomBytes } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClusterLocation, privateFolder } from './cluster-location.ts';

/** Longest Unix socket path in bytes: the kernel's structure without the final zero. */
const SOCKET_PATH_MAX = process.platform === 'linux' ? 107 : 103;

/** PostgreSQL names its socket after a port even if it listens on none. */
export const SOCKET_PORT = 5432;

/**
 * Creates the socket folder: beside the cluster, or a private one under /tmp if that path is too
 * long.
 */
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

/** Anyone can create names in /tmp: if this one is not ours, use an unpredictable name. */
async function shortFolder(site: ClusterLocation): Promise<string> {
  const name = createHash('sha256').update(site.home).digest('hex').slice(0, 16);
  const foreseeable = join('/tmp', `facturier-${name}`);
  const found = await lstat(foreseeable).catch(() => undefined);
  const owner = site.runAs.uid ?? process.getuid?.();
  const ours = found === undefined || (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0);
  return ours ? foreseeable : join('/tmp', `facturier-${randomBytes(8).toString('hex')}`);
}
