import { openEmbeddedDatabase } from '../cluster/embedded-database.ts';
import type { Database } from './database-handle.ts';
import { openExternalDatabase } from './external-database.ts';

export type { ConnectionSettings } from '../cluster/credentials.ts';
export type { Database } from './database-handle.ts';

/**
 * Opens the database: the PostgreSQL of `databaseUrl` (15 or newer), or the embedded one of the
 * data folder, created and started if necessary. Refuses (`StartupError`) with the setting and the
 * remedy.
 */
export async function openDatabase(config: { dataFolder: string; databaseUrl?: string }): Promise<Database> {
  if (config.databaseUrl !== undefined) return openExternalDatabase(config.databaseUrl);
  const { superuser: _, ...database } = await openEmbeddedDatabase(config.dataFolder);
  return database;
}
