import type { Logger } from 'pino';
import { backupPlace } from './backup-file.ts';
import { serviceVersion } from './service-version.ts';
import type { Workplace } from './workplace.ts';

/**
 * Makes copies day by day and archives the log, where BACKUP_DIR or BACKUP_URL say where, until stopped. Where they do not,
 * what an archive of before still holds back in the cluster is given up.
 */
export async function serveCopies(service: Workplace, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const { config, database, world } = service;
  const { copying } = database;
  const place = backupPlace(config);
  if (!config.backup || !place) {
    if (copying) {
      const { forgetLog } = await import('../backup/log-stream.ts');
      await forgetLog(copying).catch((error: unknown) =>
        log.warn({ err: error }, 'the archive of before is not given up'),
      );
    }
    return { stop: async () => {} };
  }
  if (!copying) {
    log.error('BACKUP_DIR and BACKUP_URL copy the embedded database only: have the server of DATABASE_URL copied');
    return { stop: async () => {} };
  }
  const [{ keepCopies }, { archiveLog }, { installationOf }] = await Promise.all([
    import('../jobs/keep-copies.ts'),
    import('../jobs/archive-log.ts'),
    import('../backup/installation.ts'),
  ]);
  const installation = await installationOf(config.dataFolder);
  const keeping = keepCopies(
    {
      ...{ dataFolder: config.dataFolder, database, service: serviceVersion(), place, installation, now: world.now },
      ...{ at: config.backup.at, passphrase: config.backupPassphrase },
      leaveOut: 'folder' in config.backup ? config.backup.folder : undefined,
    },
    log,
  );
  const archiving = archiveLog({ connection: copying, place, archive: installation, onGap: keeping.makeNow }, log);
  return {
    stop: async () => {
      await Promise.all([keeping.stop(), archiving.stop()]);
    },
  };
}
