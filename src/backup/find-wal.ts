import { BackupError } from './backup-error.ts';
import type { WalEnd } from './backup-format.ts';
import type { BackupStorage } from './backup-storage.ts';
import { following, listWal, type Piece } from './wal-archive.ts';
import { parseLsn } from './wal-location.ts';

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
