import { BackupError } from './backup-error.ts';
import type { WalEnd } from './backup-format.ts';
import type { BackupStorage } from './backup-storage.ts';
import { parseLsn } from './base-backup.ts';
import { following, listWal, type Piece } from './wal-archive.ts';

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
  fr: `cette copie n’a été complète qu’à ${iso(at)}. Pour un moment d’avant, prenez une copie plus ancienne.`,
  en: `this copy was whole only at ${iso(at)}. For a moment before, take an older copy.`,
});
const ahead = {
  fr: 'ce moment n’est pas encore venu. Pour tout ce qui est archivé : --to latest',
  en: 'this moment is still to come. For everything that is archived: --to latest',
};
const gap = (reached: number) => ({
  fr: `l’archive du journal a un trou après ${iso(reached)} : jusque-là tout y est. Demandez un moment d’avant, ou prenez une copie plus récente.`,
  en: `the archive of the log has a gap after ${iso(reached)}: until then everything is in it. Ask for a moment before, or take a newer copy.`,
});
const noArchive = {
  fr: 'il n’y a pas d’archive du journal à côté de cette copie (dossier « log »), ni là où mènent BACKUP_DIR ou BACKUP_URL. Restaurez-la sans --to.',
  en: 'there is no archive of the log beside this copy (folder "log"), nor where BACKUP_DIR or BACKUP_URL lead. Restore it without --to.',
};
