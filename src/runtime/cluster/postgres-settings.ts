/** First major version that can be told how to read files. */
const IO_METHOD_SINCE = 18;

/**
 * The settings of the embedded PostgreSQL, as the text of a configuration file: for one small machine, little memory,
 * and documents that must survive a power cut. Written anew at every start, so that a new version of Facturier brings
 * its own; what the operator adds to postgresql.conf comes after it and wins.
 */
export function postgresSettings(where: {
  /** Folder of the Unix socket; on Windows, which has none that Node can use, the loopback port instead. */
  socketFolder: string;
  logFolder: string;
  /** The file of who may log in how. */
  hostAccess: string;
  /** TCP port on 127.0.0.1 (Windows only). */
  port?: number;
  /** Major version that reads them: one that is older knows fewer. */
  major: number;
  /** False only for databases thrown away after a test. */
  durable: boolean;
}): string {
  const settings: Record<string, string> = {
    ...listening(where),
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    hba_file: where.hostAccess,
    // What is not archived yet waits in the cluster; an archive out of reach must not fill the disk.
    max_slot_wal_keep_size: '4GB',
    // The server's own memory, which it never gives back; the kernel caches the files besides.
    shared_buffers: '24MB',
    work_mem: '4MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    // Short transactions on a small machine: helpers cost more memory and start-up than they bring.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    max_logical_replication_workers: '0',
    ...(where.major >= IO_METHOD_SINCE && { io_method: 'sync' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // One file a weekday, each overwritten a week later. Failed statements are left out: they carry customers' data,
    // and the application reports its own errors.
    logging_collector: 'on',
    log_directory: where.logFolder,
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    log_file_mode: '0600',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(where.durable
      ? { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return `# Written by Facturier at every start: put your own settings in postgresql.conf.\n${lines.join('\n')}\n`;
}

function listening(where: { socketFolder: string; port?: number }): Record<string, string> {
  if (where.port !== undefined) {
    return { listen_addresses: '127.0.0.1', port: String(where.port), unix_socket_directories: '' };
  }
  return {
    listen_addresses: '',
    // A comma or a quote in the path would end the list's element.
    unix_socket_directories: `"${where.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}
