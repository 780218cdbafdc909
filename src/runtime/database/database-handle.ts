import type { ConnectionSettings } from '../cluster/credentials.ts';

/** A PostgreSQL that runs, and the two ways to connect to it. */
export type Database = {
  /** Owns the tables and migrates them. */
  readonly ownerUrl: ConnectionSettings;
  /** Serves requests: owns nothing, obeys row-level security. Every connection made with it is already in that role. */
  readonly serving: ConnectionSettings;
  /** Copies the whole cluster by the replication protocol; only of an embedded PostgreSQL. */
  readonly copying?: ConnectionSettings;
  /** True where Facturier runs PostgreSQL itself. */
  readonly embedded: boolean;
  /** The engine that spreads tables over machines is in it. */
  readonly spread?: boolean;
  /** Where the embedded PostgreSQL keeps everything: in the data folder, or outside it where root must. */
  readonly home?: string;
  /** Call once the process has closed its own connections; the last process that leaves stops an embedded PostgreSQL. */
  leave(): Promise<void>;
};
