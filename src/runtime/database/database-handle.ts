import type { ConnectionSettings } from '../cluster/credentials.ts';

/** A running PostgreSQL and the ways to connect to it. */
export type Database = {
  /** Owns and migrates the tables. */
  readonly ownerUrl: ConnectionSettings;
  /**
   * Serves requests: owns nothing and is subject to row-level security. Every connection already
   * has that role.
   */
  readonly serving: ConnectionSettings;
  /** Copies the cluster and its WAL; embedded PostgreSQL only. */
  readonly copying?: ConnectionSettings;
  /** True if Facturier runs PostgreSQL itself. */
  readonly embedded: boolean;
  /** The Citus extension is installed. */
  readonly spread?: boolean;
  /** Folder of the embedded PostgreSQL: in the data folder, or outside if root requires it. */
  readonly home?: string;
  /**
   * Call after closing all own connections; the last process to leave stops an embedded PostgreSQL.
   */
  leave(): Promise<void>;
};
