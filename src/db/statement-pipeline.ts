import type pg from 'pg';
import type { Statement, StatementResult } from './sql.ts';

/** The statements of one transaction on its connection. */
export type StatementPipeline = {
  /** Sends and waits. Fails once the transaction is over. */
  readonly ask: (statement: Statement, values?: readonly unknown[]) => Promise<StatementResult>;
  /** Sends without waiting. A failure surfaces at the end of the transaction. */
  readonly send: (statement: Statement, values?: readonly unknown[]) => void;
  /** Sends the last statement, then `after`. Fails with the first failure of any statement. */
  readonly end: (statement: Statement, after?: Statement) => Promise<StatementResult>;
  /** The answer to `after`; undefined if there was none. */
  readonly after: () => Promise<StatementResult | undefined>;
  /** The first failure. */
  readonly failure: () => unknown;
};

/**
 * Opens the pipeline of one transaction: statements are sent while earlier ones are running, and
 * PostgreSQL answers in order. Only the first failure is kept, and no rows that are not awaited.
 */
export function openStatementPipeline(client: pg.PoolClient): StatementPipeline {
  let failed: { readonly error: unknown } | undefined;
  let over = false;
  let after: Promise<StatementResult | undefined> = Promise.resolve(undefined);
  const query = async (statement: Statement, values: readonly unknown[] = []): Promise<StatementResult> => {
    try {
      return await client.query({ ...statement, values: values as unknown[] });
    } catch (error) {
      failed ??= { error };
      throw error;
    }
  };
  return {
    // The connection may already serve another account, so the rest of failed work must not use it.
    ask: (statement, values) =>
      over ? Promise.reject(new Error('the transaction is over')) : query(statement, values),
    send: (statement, values) => {
      if (!over) query(statement, values).catch(() => {});
    },
    end: async (statement, afterwards) => {
      over = true;
      const ending = query(statement);
      if (afterwards) after = query(afterwards).catch(() => undefined);
      const result = await ending;
      if (failed) throw failed.error;
      return result;
    },
    after: () => after,
    failure: () => failed?.error,
  };
}
