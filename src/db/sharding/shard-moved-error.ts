/**
 * Whether a transaction failed because its account was just being moved to another node: begun again, it finds it there.
 * What a plan remembers of a shard that is gone is said as a table that is missing, and placements have no code of their own.
 */
export function isMoved(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === '42P01') return /_\d{6,}" does not exist/.test(message);
  return code === 'XX000' && /shard|placement/i.test(message);
}
