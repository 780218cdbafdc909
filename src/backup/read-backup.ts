import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { BackupError } from './backup-error.ts';
import { unsealed } from './file-checksum.ts';
import { type Listed, MANIFEST, MANIFEST_HASH } from './write-backup.ts';

/** A member read from a backup; folders have no bytes. */
export type Taken = { readonly name: string; readonly size: number; readonly bytes?: AsyncIterable<Buffer> };

/** Maximum bytes of a member read into memory. */
const SMALL_BYTES_MAX = 64 * 1024 ** 2;

/**
 * Reads a backup to the end, passes each member to `take` in order, and returns the SHA-256 of its
 * checksum trailer and the list of members. Refuses `damaged` if any byte of the file, a member or
 * the manifest differs, `not_a_backup` for other files. Discard what was taken before that. Members
 * that `take` does not read are verified too.
 */
export async function readBackup(
  source: AsyncIterable<Buffer>,
  take: (member: Taken) => Promise<void> = async () => {},
): Promise<{ sha256: string; members: readonly Listed[] }> {
  const reading = rememberError(source);
  const { bytes, sha256 } = unsealed(reading.bytes());
  const untar = extract();
  const gunzip = createGunzip();
  const flowing = pipeline(bytes, gunzip, untar);
  flowing.catch(() => {});
  const listed: Listed[] = [];
  let manifest = '';
  let manifestHash = '';
  try {
    for await (const entry of untar) {
      const { name, size = 0, type } = entry.header;
      if (!isPlain(name) || (type !== 'file' && type !== 'directory')) damaged(name);
      if (type === 'directory') {
        entry.resume();
        listed.push({ name: name.replace(/\/$/, '') });
        await take({ name: name.replace(/\/$/, ''), size: 0 });
      } else if (name === MANIFEST) manifest = (await wholeOf(entry)).toString();
      else if (name === MANIFEST_HASH) manifestHash = (await wholeOf(entry)).toString();
      else listed.push({ name, size, sha256: await hashed({ name, size, bytes: entry }, take) });
    }
    await flowing;
  } catch (error) {
    if (reading.failed) throw reading.failed.error;
    if (error instanceof BackupError || !isOfTheBytes(error)) throw error;
    if (listed.length === 0) throw new BackupError('not_a_backup', notABackup, { cause: error });
    damaged(listed.at(-1)?.name, error);
  }
  const whole = sha256();
  if (whole === undefined) return damaged(undefined);
  const said = JSON.stringify({ members: listed });
  if (manifest.trim() !== said) damaged(MANIFEST);
  if (manifestHash.trim() !== createHash('sha256').update(manifest).digest('hex')) damaged(MANIFEST_HASH);
  return { sha256: whole, members: listed };
}

/** Reads a small member into memory. */
export async function wholeOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of bytes) {
    length += part.length;
    if (length > SMALL_BYTES_MAX) damaged(undefined);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function hashed(
  member: Taken & { bytes: AsyncIterable<Buffer> },
  take: (member: Taken) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  async function* passing(): AsyncGenerator<Buffer> {
    for await (const chunk of member.bytes) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const bytes = passing();
  await take({ ...member, bytes });
  for await (const _ of bytes) {
    // Read the rest: unread bytes count for the checksum.
  }
  return hash.digest('hex');
}

/** Whether a name stays inside the target folder, on any system. */
const isPlain = (name: string): boolean =>
  !/[\\:\0]/.test(name) &&
  name
    .replace(/\/$/, '')
    .split('/')
    .every((part) => part !== '..' && part !== '.' && part !== '');

/** Remembers the error that ended the source: a lost connection must not be reported as damage. */
function rememberError(source: AsyncIterable<Buffer>) {
  const reading = { bytes, failed: undefined as { error: unknown } | undefined };
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* source;
    } catch (error) {
      reading.failed = { error };
      throw error;
    }
  }
  return reading;
}

/** Errors of unpacking mean damaged bytes; errors of writing have a system code. */
const isOfTheBytes = (error: unknown): boolean => {
  const { code = '', syscall } = error as { code?: string; syscall?: string };
  return syscall === undefined && (code === '' || code.startsWith('Z_') || code.startsWith('ERR_STREAM'));
};

const notABackup = {
  fr: 'ce fichier n’est pas une sauvegarde de Facturier, ou son début est endommagé. Rien n’a été restauré.',
  en: 'this file is not a Facturier backup, or its beginning is damaged. Nothing was restored.',
};

function damaged(name: string | undefined, cause?: unknown): never {
  const at = name ? { fr: ` (vers ${name})`, en: ` (near ${name})` } : { fr: '', en: '' };
  throw new BackupError(
    'damaged',
    {
      fr: `cette sauvegarde est endommagée${at.fr} : son contenu a changé depuis sa création. Rien n’a été restauré. Prenez-en une autre.`,
      en: `this backup is damaged${at.en}: its content has changed since it was made. Nothing was restored. Use another one.`,
    },
    { cause },
  );
}
