import { createHash, createHmac } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { proofKey } from '../audit/secrets/passphrase-encryption.ts';
import { BackupError } from './backup-error.ts';
import type { WalEnd } from './backup-format.ts';
import type { BackupStorage } from './backup-storage.ts';
import { wholeOf } from './read-backup.ts';
import { parseLsn, SEGMENT_BYTES, segmentName, type WalLocation } from './wal-location.ts';

/** A stored WAL piece; its name contains these fields. */
type Piece = {
  readonly name: string;
  readonly timeline: number;
  readonly start: bigint;
  readonly end: bigint;
  /** Unix milliseconds when it was closed. */
  readonly at: number;
  readonly sha256: string;
  /** HMAC of the other fields with the passphrase; absent without one. */
  readonly proof?: string;
};

/** HMAC key of an archive's pieces, derived from the passphrase. */
export const walHmacKey = (passphrase: string, archive: string): Promise<Buffer> =>
  proofKey(passphrase, `log ${archive}`);

const proofOf = (named: string, key: Buffer): string => createHmac('sha256', key).update(named).digest('hex');

/** Maximum WAL bytes per piece, far above what is written. */
const PIECE_BYTES_MAX = 256n * 1024n ** 2n;
const folderOf = (archive: string): string => `log/${archive}/`;
const NAME =
  /^log\/[0-9a-f]+\/([0-9a-f]{8})-([0-9a-f]{16})-([0-9a-f]{16})-(\d{13})-([0-9a-f]{64})(?:-([0-9a-f]{64}))?\.gz$/;
const hex = (value: bigint | number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Stores a run of WAL. Idempotent. */
export async function storeWal(
  place: BackupStorage,
  archive: string,
  piece: { timeline: number; start: bigint; bytes: Buffer; at: number; proof?: Buffer | undefined },
): Promise<void> {
  const { timeline, start, bytes, at } = piece;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const end = start + BigInt(bytes.length);
  const named = `${folderOf(archive)}${hex(timeline, 8)}-${hex(start, 16)}-${hex(end, 16)}-${at}-${sha256}`;
  const name = `${named}${piece.proof ? `-${proofOf(named, piece.proof)}` : ''}.gz`;
  const packed = await promisify(gzip)(bytes, { level: 3 });
  await place.write(name, each(packed), { over: true });
}

async function* each(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** All pieces of an archive, in WAL order. */
export async function listWal(place: BackupStorage, archive: string): Promise<Piece[]> {
  const pieces = (await place.list(folderOf(archive))).flatMap(({ name }): Piece[] => {
    const [, timeline = '', start = '', end = '', at = '', sha256 = '', proof] = NAME.exec(name) ?? [];
    if (!sha256) return [];
    const span = { start: BigInt(`0x${start}`), end: BigInt(`0x${end}`) };
    return [
      { name, timeline: Number.parseInt(timeline, 16), ...span, at: Number(at), sha256, ...(proof && { proof }) },
    ];
  });
  return pieces.toSorted((a, b) => (a.start === b.start ? a.at - b.at : a.start < b.start ? -1 : 1));
}

/**
 * Milliseconds by which a commit may be newer than the piece's closing time suggests: it is then in
 * the next piece.
 */
const ON_THE_WAY_MS = 60_000;

/**
 * Consecutive pieces from a position, as far as they may contain commits until `until` (Unix
 * milliseconds).
 */
function following(pieces: readonly Piece[], from: WalLocation, until?: number): Piece[] {
  const found: Piece[] = [];
  let reached = from.lsn;
  for (const piece of pieces) {
    if (piece.timeline !== from.timeline || piece.end <= reached) continue;
    if (piece.start > reached) break;
    found.push(piece);
    reached = piece.end;
    if (until !== undefined && piece.at >= until + ON_THE_WAY_MS) break;
  }
  return found;
}

type Laid = { readonly place: BackupStorage; readonly pieces: readonly Piece[]; readonly proof: Buffer | undefined };

/**
 * Writes pieces to the WAL folder of a restored cluster, verifying each hash and, with `proof`, its
 * HMAC.
 */
export async function restoreWal({ place, pieces, proof }: Laid, walFolder: string): Promise<void> {
  for (const piece of pieces) {
    if (proof && !isProven(piece, proof)) throw new BackupError('not_authentic', pieceUnproven(piece.name));
    const kept = await place.read(piece.name);
    const bytes = kept && (await unpacked(piece, await wholeOf(kept)));
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== piece.sha256)
      throw new BackupError('damaged', pieceDamaged(piece.name));
    for (let at = piece.start; at < piece.end; ) {
      const next = (at / SEGMENT_BYTES + 1n) * SEGMENT_BYTES;
      const end = next < piece.end ? next : piece.end;
      const part = bytes.subarray(Number(at - piece.start), Number(end - piece.start));
      await layInto(
        join(walFolder, segmentName({ lsn: at, timeline: piece.timeline })),
        part,
        Number(at % SEGMENT_BYTES),
      );
      at = end;
    }
  }
}

/**
 * Decompresses a piece; undefined if it is not gzip or larger than its name says: a few kilobytes
 * could expand to gigabytes.
 */
const unpacked = ({ start, end }: Piece, packed: Buffer): Promise<Buffer | undefined> =>
  end - start > PIECE_BYTES_MAX
    ? Promise.resolve(undefined)
    : promisify(gunzip)(packed, { maxOutputLength: Number(end - start) }).catch(() => undefined);

const isProven = ({ name, proof }: Piece, key: Buffer): boolean =>
  proof !== undefined && proofOf(name.slice(0, -`-${proof}.gz`.length), key) === proof;

/** WAL files have full size, however little of them is written. */
async function layInto(file: string, bytes: Buffer, offset: number): Promise<void> {
  const handle = await open(file, 'r+').catch(() => open(file, 'w+', 0o600));
  try {
    await handle.write(bytes, 0, bytes.length, offset);
    const { size } = await handle.stat();
    if (size < Number(SEGMENT_BYTES)) await handle.truncate(Number(SEGMENT_BYTES));
  } finally {
    await handle.close();
  }
}

const pieceUnproven = (name: string) => ({
  fr: `votre phrase secrète ne prouve pas l’origine de cette partie du journal (WAL) : ${name}. Rien n’a été restauré. Restaurez la sauvegarde seule, sans --to ; si vous êtes sûr que vous seul pouviez écrire à cet endroit, ajoutez --unproven.`,
  en: `your passphrase does not prove the origin of this part of the WAL: ${name}. Nothing was restored. Restore the backup alone, without --to; if you are sure that only you could write to its location, add --unproven.`,
});
const pieceDamaged = (name: string) => ({
  fr: `une partie du journal (WAL) est endommagée (${name}). Rien n’a été restauré. Restaurez la sauvegarde seule, sans --to, ou jusqu’à un moment antérieur.`,
  en: `a part of the WAL is damaged (${name}). Nothing was restored. Restore the backup alone, without --to, or up to an earlier time.`,
});

/** WAL pieces that continue a backup, and their storage. */
export type FoundWal = { readonly place: BackupStorage; readonly pieces: readonly Piece[] };

/**
 * Finds the WAL between a backup and a moment, or the end of the archive, in the first storage that
 * has it. Refuses a moment before the end of the backup or in the future, a backup without an
 * archive, and an archive with a gap before that moment.
 */
export async function findWal(
  to: { time: Date | undefined; places: readonly BackupStorage[] },
  { archive, end }: { archive: string | undefined; end: WalEnd },
): Promise<FoundWal> {
  const { time, places } = to;
  if (time && time.getTime() < end.at) throw new BackupError('time_before_backup', beforeBackup(end));
  if (time && time.getTime() > Date.now()) throw new BackupError('time_ahead', ahead);
  for (const place of places) {
    if (archive === undefined) break;
    const all = (await listWal(place, archive)).filter((piece) => piece.timeline === end.timeline);
    if (all.length === 0) continue;
    const pieces = following(all, { lsn: parseLsn(end.lsn), timeline: end.timeline }, time?.getTime());
    const reached = pieces.at(-1)?.at ?? end.at;
    const beyond = all.filter(({ at }) => at > reached);
    const isEnough = time !== undefined && reached >= time.getTime();
    if (beyond.length > 0 && !isEnough) throw new BackupError('log_incomplete', gap(reached));
    return { place, pieces };
  }
  throw new BackupError('log_incomplete', noArchive);
}

const iso = (ms: number): string => new Date(ms).toISOString();

const beforeBackup = ({ at }: WalEnd) => ({
  fr: `cette sauvegarde n’a été terminée qu’à ${iso(at)}. Pour revenir plus tôt, prenez une sauvegarde plus ancienne.`,
  en: `this backup was only complete at ${iso(at)}. To go back further, use an older backup.`,
});
const ahead = {
  fr: 'ce moment est dans le futur. Pour restaurer tout ce qui est archivé : --to latest',
  en: 'this time is in the future. To restore everything that is archived: --to latest',
};
const gap = (reached: number) => ({
  fr: `l’archive du journal (WAL) a un trou après ${iso(reached)} : elle est complète jusque-là. Demandez un moment antérieur, ou prenez une sauvegarde plus récente.`,
  en: `the WAL archive has a gap after ${iso(reached)} and is complete up to then. Ask for an earlier time, or use a newer backup.`,
});
const noArchive = {
  fr: 'il n’y a pas d’archive du journal (WAL) à côté de cette sauvegarde (dossier « log »), ni à l’adresse de BACKUP_DIR ou BACKUP_URL. Restaurez-la sans --to.',
  en: 'there is no WAL archive beside this backup (folder "log"), nor at BACKUP_DIR or BACKUP_URL. Restore it without --to.',
};
