import type { ConnectionSettings } from './cluster-access.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { openGivenDatabase } from './given-database.ts';

export type { ConnectionSettings } from './cluster-access.ts';

/** A PostgreSQL that runs, and the two ways to connect to it. */
export type Database = {
  /** Owns the tables and migrates them. */
  readonly ownerUrl: ConnectionSettings;
  /** Serves requests: owns nothing, obeys row-level security. Every connection made with it is already in that role. */
  readonly serving: ConnectionSettings;
  /** True where Facturier runs PostgreSQL itself. */
  readonly embedded: boolean;
  /** Call once the process has closed its own connections; the last process that leaves stops an embedded PostgreSQL. */
  leave(): Promise<void>;
};

/**
 * Opens the database: the PostgreSQL named by `databaseUrl` (15 or newer), or the embedded one of the data folder,
 * which is made and started when needed. Refuses (`StartRefused`) with the setting at fault and the remedy.
 */
export async function openDatabase(config: { dataFolder: string; databaseUrl?: string }): Promise<Database> {
  if (config.databaseUrl !== undefined) return openGivenDatabase(config.databaseUrl);
  const { ownerUrl, serving, embedded, leave } = await openEmbeddedDatabase(config.dataFolder);
  return { ownerUrl, serving, embedded, leave };
}
