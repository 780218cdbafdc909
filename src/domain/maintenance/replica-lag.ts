/** Where the log of the database stood at a moment, in bytes since its beginning and milliseconds of a clock that only goes on. */
export type WalPosition = { readonly at: number; readonly position: number };

/**
 * Milliseconds that what a replica shows may be old at most: everything that was written before the last moment whose position it
 * has replayed, it shows. `stood` is what was seen of the database, the oldest first; undefined where it has replayed less than
 * all of that.
 */
export function replicaLag(stood: readonly WalPosition[], replayed: number, now: number): number | undefined {
  const reached = stood.findLast(({ position }) => position <= replayed);
  return reached && Math.max(0, now - reached.at);
}

/** What a server says of itself when it is asked whether it may be read from. */
export type ReadServer = {
  /** It replays the log of another. */
  readonly isStandby: boolean;
  /** Which cluster it is, and which database of it: the same for all replicas of one. */
  readonly system: string;
  readonly database: string;
  /** The role the connection is in, and whether row-level security does not bind it. */
  readonly role: string;
  readonly isFree: boolean;
};

export type ReplicaFault = 'takes_writes' | 'another_database' | 'role_not_taken' | 'role_not_bound';

/** Why a server must not be read from in the place of the database; undefined where it is a replica of it. */
export function replicaFault(
  server: ReadServer,
  expected: Pick<ReadServer, 'system' | 'database' | 'role'>,
): ReplicaFault | undefined {
  if (server.system !== expected.system || server.database !== expected.database) return 'another_database';
  if (!server.isStandby) return 'takes_writes';
  if (server.role !== expected.role) return 'role_not_taken';
  return server.isFree ? 'role_not_bound' : undefined;
}
