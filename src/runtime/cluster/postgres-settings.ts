/** First major version with the `io_method` setting. */
const IO_METHOD_SINCE = 18;

/**
 * The configuration file of the embedded PostgreSQL: for one small machine with little memory and
 * documents that must survive a power failure. Written at every start, so that a new version of
 * Facturier brings its own settings; the operator's additions to postgresql.conf are read later and
 * win.
 */
export function postgresSettings(where: {
  /**
   * Folder of the Unix socket. Windows uses a loopback port instead, because Node cannot use
   * sockets there.
   */
  socketFolder: string;
  logFolder: string;
  /** Path of pg_hba.conf. */
  hostAccess: string;
  /** TCP port on 127.0.0.1 (Windows only). */
  port?: number;
  /** Major version that reads the file: older ones know fewer settings. */
  major: number;
  /** False only for databases that tests throw away. */
  durable: boolean;
}): string {
  const settings: Record<string, string> = {
    ...listening(where),
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    hba_file: where.hostAccess,
    // WAL not yet archived stays in the cluster; an unreachable archive must not fill the disk.
    max_slot_wal_keep_size: '4GB',
    // PostgreSQL never returns this memory; the kernel caches the files anyway.
    shared_buffers: '24MB',
    work_mem: '4MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    max_wal_size: '512MB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    // JIT costs more than it saves for short transactions on a small machine.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    max_logical_replication_workers: '0',
    ...(where.major >= IO_METHOD_SINCE && { io_method: 'sync' }),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // One file per weekday, overwritten a week later. Failed statements are left out: they contain
    // customer data, and the application logs its own errors.
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
    // A comma or quote in the path would end the list element.
    unix_socket_directories: `"${where.socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
}
