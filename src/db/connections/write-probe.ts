import type pg from 'pg';

/**
 * Rows to sort: more than the memory left for them, so that PostgreSQL writes a temporary file of
 * about 140 kB.
 */
const ROWS = 10_000;
const MEMORY = '64kB';
/** Bytes of the message in the write-ahead log. */
const MESSAGE = 64;

/**
 * Rejects if a write would fail: the database is read-only (a standby, a setting), its disk is
 * full, or its write-ahead log is not writable. It writes a temporary file on the disk of the
 * tables, which PostgreSQL deletes, and a meaningless message to the log, flushed at commit like
 * any document.
 */
export async function checkWritable(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    const queries = [
      client.query('begin'),
      client.query("select current_setting('transaction_read_only') as read_only"),
      client.query(`set local work_mem = '${MEMORY}'`),
      client.query(`set local synchronous_commit = 'local'`),
      client.query(`select count(*) from generate_series(1, ${ROWS})`),
      client.query(`select pg_logical_emit_message(true, 'facturier', repeat(' ', ${MESSAGE}))`),
      client.query('commit'),
    ];
    const settled = await Promise.allSettled(queries);
    const failed = settled.find((each) => each.status === 'rejected');
    if (failed) {
      await client.query('rollback');
      throw failed.reason;
    }
    const [, answer] = settled as PromiseFulfilledResult<pg.QueryResult>[];
    if (answer?.value.rows[0]?.read_only !== 'off') throw new Error('the database accepts no writes: it is read-only');
  } catch (error) {
    broken = error;
    throw error;
  } finally {
    client.release(broken instanceof Error ? broken : undefined);
  }
}
