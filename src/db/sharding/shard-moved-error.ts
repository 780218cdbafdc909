/**
 * Whether a transaction failed because its account was just moving to another node: a retry finds
 * it there. A cached plan for a removed shard reports a missing table, and placement errors have
 * no code of their own.
 */
export function isShardMoved(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === '42P01') return /_\d{6,}" does not exist/.test(message);
  return code === 'XX000' && /shard|placement/i.test(message);
}
