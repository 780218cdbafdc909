import { installationOf } from '../../backup/installation-id.ts';
import { listBackups, readBackupState } from '../../backup/kept-backups.ts';
import { COPY_HOURS_MAX } from '../../domain/backup/daily-copy.ts';
import { backupStorage } from '../backup/backup-file.ts';
import type { CommandContext } from '../command-context.ts';
import { inWords, labeled } from '../terminal/output.ts';

type Look = { name: string; well: boolean; said: string };

/** Bytes of WAL that may wait for the archive: a quarter of what the cluster retains for it. */
const LOG_BYTES_MAX = 1024 ** 3;

/** Age of the last backup, result of the last attempt, and lag of the log archive. */
export async function backupChecks(service: CommandContext): Promise<Look[]> {
  const { config, database } = service;
  const name = inWords({ fr: 'Sauvegardes', en: 'Backups' });
  const place = backupStorage(config);
  if (!place) return database.embedded ? [{ name, well: true, said: inWords(none) }] : [];
  if (!database.embedded) return [{ name, well: false, said: inWords(notEmbedded) }];
  try {
    const [last] = await listBackups(place, await installationOf(config.dataFolder));
    const state = await readBackupState(config.dataFolder);
    const hours = last && (service.services.now() - last.madeAt) / 3600;
    const failed = state?.failed !== undefined && state.at > (last?.madeAt ?? 0) ? ` · ${state.failed}` : '';
    const age = hours === undefined ? inWords(noneYet) : inWords(aged(hours));
    const well = hours !== undefined && hours <= COPY_HOURS_MAX && failed === '';
    return [{ name, well, said: labeled(place.said, `${age}${failed}`) }, await archive(service)];
  } catch (error) {
    return [{ name, well: false, said: labeled(place.said, (error as Error).message) }];
  }
}

async function archive({ pool }: CommandContext): Promise<Look> {
  const name = inWords({ fr: 'Archive du journal (WAL)', en: 'WAL archive' });
  const { rows } = await pool.query<{ status: string; behind: string | null }>(
    `select wal_status as status, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) as behind
     from pg_replication_slots where slot_name = 'facturier_archive'`,
  );
  const [slot] = rows;
  const behind = Number(slot?.behind ?? 0);
  if (!slot) return { name, well: false, said: inWords(noSlot) };
  const well = slot.status !== 'lost' && behind < LOG_BYTES_MAX;
  return { name, well, said: `${(behind / 1024 ** 2).toFixed(1)} MiB ${inWords(waiting)}, ${slot.status}` };
}

const none = {
  fr: 'pas de sauvegarde quotidienne : choisissez un emplacement dans Réglages, Ce service, ou réglez BACKUP_DIR ou BACKUP_URL',
  en: 'no daily backup: choose a place in Settings, This service, or set BACKUP_DIR or BACKUP_URL',
};
const notEmbedded = {
  fr: 'BACKUP_DIR et BACKUP_URL ne sauvegardent que la base embarquée : sauvegardez vous-même le serveur de DATABASE_URL',
  en: 'BACKUP_DIR and BACKUP_URL only back up the embedded database: back up the server of DATABASE_URL yourself',
};
const noneYet = { fr: 'aucune encore', en: 'none yet' };
const aged = (hours: number) => ({
  fr: `la dernière date d’il y a ${hours.toFixed(1)} h`,
  en: `the last one is ${hours.toFixed(1)} h old`,
});
const noSlot = {
  fr: 'pas encore commencée : lancez le service avec ce réglage',
  en: 'not started yet: run the service with this setting',
};
const waiting = { fr: 'en attente', en: 'waiting' };
