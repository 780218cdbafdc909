import type pg from 'pg';

const OWN_ROWS = /\b(?:\w+\.)?account_id = \$1(?!\d)/g;
const SAME_ACCOUNT = /\b\w+\.account_id = \w+\.account_id\b/g;
/** Exchange rates belong to no account. */
const READS_TABLES = /\b(?:from|join|update)\s+billing\.(?!\w+\(|reference_rate\b)/;

/**
 * A pool that removes every account condition from the SQL, so that only row-level security
 * separates accounts. `untouched` lists statements without a condition; it must be empty.
 */
export function withoutConditions(pool: pg.Pool) {
  const untouched = new Set<string>();
  const rewritten = new Set<string>();
  const connect = async () => {
    const client = await pool.connect();
    const query = (asked: { text: string; name?: string } | string, told: unknown) => {
      if (typeof asked === 'string') return client.query(asked);
      // The account parameter keeps its type, so that the statement can be prepared.
      const text = asked.text.replace(OWN_ROWS, '($1::uuid is not null)').replace(SAME_ACCOUNT, 'true');
      if (text !== asked.text) rewritten.add(text);
      else if (READS_TABLES.test(text)) untouched.add(text);
      Object.assign(asked, { text }, asked.name && { name: `${asked.name}w` });
      return (client.query as (asked: unknown, told: unknown) => unknown)(asked, told);
    };
    return Object.assign(Object.create(client), { query, release: (broken?: Error) => client.release(broken) });
  };
  return { pool: { connect } as unknown as pg.Pool, untouched, rewritten };
}
