import type { Logger } from 'pino';
import type { BackupJobOptions } from '../../jobs/backup/make-backup.ts';
import { serviceVersion } from '../../runtime/service-version.ts';
import { backupStorage } from '../backup/backup-file.ts';
import type { CommandContext } from '../command-context.ts';

/** The backup and log archive jobs. They follow the setting, which an operator may change. */
export type Copying = {
  copies: () => BackupJobOptions | undefined;
  archiveLog: () => { stop: () => Promise<void> };
};

/** Opens backups and the log archive. Undefined if the database is not ours to back up. */
export async function openScheduledBackups(service: CommandContext, log: Logger): Promise<Copying | undefined> {
  const { config, database, services, installation } = service;
  const { copying } = database;
  const inUse = installation.backup.inUse;
  if (!copying) {
    if (inUse())
      log.error(
        'BACKUP_DIR and BACKUP_URL only back up the embedded database: back up the server of DATABASE_URL yourself',
      );
    return undefined;
  }
  const [{ queueBackup }, { archiveLog }, { installationOf }, { dropWalSlot }] = await Promise.all([
    import('../../jobs/backup/make-backup.ts'),
    import('../../jobs/backup/archive-wal.ts'),
    import('../../backup/installation-id.ts'),
    import('../../backup/wal-stream.ts'),
  ]);
  const id = await installationOf(config.dataFolder);
  const onGap = (): void =>
    void queueBackup(services).catch((error: unknown) => log.error({ err: error }, 'the backup could not be queued'));
  const copies = (): BackupJobOptions | undefined => {
    const { backup, backupPassphrase: passphrase } = inUse() ?? {};
    const place = backupStorage({ ...(backup && { backup }) });
    if (!backup || !place) return undefined;
    return {
      ...{ dataFolder: config.dataFolder, database, service: serviceVersion(), place, installation: id },
      ...{ at: backup.at, passphrase, leaveOut: 'folder' in backup ? backup.folder : undefined },
    };
  };
  const begin = async () => {
    const current = copies();
    if (current) {
      const { place, passphrase } = current;
      return archiveLog({ connection: copying, place, archive: id, passphrase, onGap }, log);
    }
    // Drops what an earlier archive still retains in the cluster.
    await dropWalSlot(copying).catch((error: unknown) =>
      log.warn({ err: error }, 'the replication slot of a previous WAL archive could not be dropped'),
    );
    return undefined;
  };
  return {
    copies,
    archiveLog: () => followed(begin, { mark: () => JSON.stringify(inUse()), onChange: installation.onChange }),
  };
}

type Running = { stop: () => Promise<void> } | undefined;

/** Begins the archive, and begins it anew whenever the setting has changed. */
function followed(
  begin: () => Promise<Running>,
  { mark, onChange }: { mark: () => string | undefined; onChange: (changed: () => void) => void },
): { stop: () => Promise<void> } {
  let seen = mark();
  let stopped = false;
  let turn: Promise<Running> = begin();
  onChange(() => {
    if (stopped || mark() === seen) return;
    seen = mark();
    turn = turn.then(async (running) => {
      await running?.stop();
      return stopped ? undefined : begin();
    });
  });
  return {
    stop: async () => {
      stopped = true;
      await (await turn)?.stop();
    },
  };
}
