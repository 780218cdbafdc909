import type { Logger } from 'pino';
import type { BackupJobOptions } from '../../jobs/backup/make-backup.ts';
import { serviceVersion } from '../../runtime/service-version.ts';
import { backupStorage } from '../backup/backup-file.ts';
import type { CommandContext } from '../command-context.ts';

/** The backup and log archive jobs. */
export type Copying = { copies: BackupJobOptions; archiveLog: () => { stop: () => Promise<void> } };

/**
 * Opens backups and the log archive if BACKUP_DIR or BACKUP_URL is set. Otherwise drops what an
 * earlier archive still retains in the cluster.
 */
export async function openScheduledBackups(service: CommandContext, log: Logger): Promise<Copying | undefined> {
  const { config, database, services } = service;
  const { copying } = database;
  const place = backupStorage(config);
  if (!config.backup || !place) {
    if (copying) {
      const { dropWalSlot } = await import('../../backup/wal-stream.ts');
      await dropWalSlot(copying).catch((error: unknown) =>
        log.warn({ err: error }, 'the replication slot of a previous WAL archive could not be dropped'),
      );
    }
    return undefined;
  }
  if (!copying) {
    log.error(
      'BACKUP_DIR and BACKUP_URL only back up the embedded database: back up the server of DATABASE_URL yourself',
    );
    return undefined;
  }
  const [{ queueBackup }, { archiveLog }, { installationOf }] = await Promise.all([
    import('../../jobs/backup/make-backup.ts'),
    import('../../jobs/backup/archive-wal.ts'),
    import('../../backup/installation-id.ts'),
  ]);
  const installation = await installationOf(config.dataFolder);
  const onGap = (): void =>
    void queueBackup(services).catch((error: unknown) => log.error({ err: error }, 'the backup could not be queued'));
  return {
    copies: {
      ...{ dataFolder: config.dataFolder, database, service: serviceVersion(), place, installation },
      ...{ at: config.backup.at, passphrase: config.backupPassphrase },
      leaveOut: 'folder' in config.backup ? config.backup.folder : undefined,
    },
    archiveLog: () =>
      archiveLog(
        { connection: copying, place, archive: installation, passphrase: config.backupPassphrase, onGap },
        log,
      ),
  };
}
