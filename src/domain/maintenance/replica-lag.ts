/**
 * The WAL position of the database at a moment, in bytes from its start; `at` is milliseconds of a
 * monotonic clock.
 */
export type WalPosition = { readonly at: number; readonly position: number };

/**
 * The maximum age in milliseconds of what a replica shows: it contains everything written before
 * the latest known position that it has replayed. `positions`: the known positions, the oldest
 * first. Undefined if it has replayed none of them.
 */
export function replicaLag(positions: readonly WalPosition[], replayed: number, now: number): number | undefined {
  const reached = positions.findLast(({ position }) => position <= replayed);
  return reached && Math.max(0, now - reached.at);
}

/** What a server reports when we check whether it may be used for reads. */
export type ReadServer = {
  /** Whether it replays the log of another server. */
  readonly isStandby: boolean;
  /** The cluster and the database: the same for all replicas of one. */
  readonly system: string;
  readonly database: string;
  /** The role of the connection, and whether it bypasses row-level security. */
  readonly role: string;
  readonly isFree: boolean;
};

export type ReplicaFault = 'takes_writes' | 'another_database' | 'role_not_taken' | 'role_not_bound';

/** Why a server must not be used for reads; undefined if it is a replica of the database. */
export function replicaFault(
  server: ReadServer,
  expected: Pick<ReadServer, 'system' | 'database' | 'role'>,
): ReplicaFault | undefined {
  if (server.system !== expected.system || server.database !== expected.database) return 'another_database';
  if (!server.isStandby) return 'takes_writes';
  if (server.role !== expected.role) return 'role_not_taken';
  return server.isFree ? 'role_not_bound' : undefined;
}
