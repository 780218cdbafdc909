import pg from 'pg';
import { testCluster } from '../database/test-database.ts';
import type { TestService } from '../service/in-process-service.ts';

/** Copies of one finalized invoice and of its payment, over the days of 2026. */
export async function manyPayments(service: TestService, invoiceId: string, payments: number): Promise<void> {
  const { database } = service.database.serving as { database: string };
  const above = new pg.Client({ ...(await testCluster()).superuser, database } as pg.ClientConfig);
  await above.connect();
  const columnsOf = async (table: string, changed: Record<string, string>) => {
    const { rows } = await above.query(
      `select column_name as name from information_schema.columns
       where table_schema = 'billing' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
      [table],
    );
    const names = rows.map(({ name }) => name as string);
    return [names.join(', '), names.map((name) => changed[name] ?? `d.${name}`).join(', ')];
  };
  const day = `(date '2026-01-01' + n % 365)`;
  const id = (from: string) => `lpad(to_hex(n), 8, '0') || substr(${from}::text, 9)`;
  try {
    await above.query('set session_replication_role = replica');
    const [into, from] = await columnsOf('document', {
      ...{ id: `(${id('d.id')})::uuid`, family_id: `(${id('d.id')})::uuid`, counter: 'n + 100' },
      ...{ number: `'F-2026-' || (n + 100)`, emitted_on: day },
    });
    await above.query(
      `insert into billing.document (${into}) select ${from} from billing.document d, generate_series(1, ${payments - 1}) n
       where d.id = $1`,
      [invoiceId],
    );
    const [paymentInto, paymentFrom] = await columnsOf('payment', {
      ...{ id: `(${id('d.id')})::uuid`, document_id: `(${id('d.document_id')})::uuid`, received_on: day },
      created_at: 'd.created_at + n',
    });
    await above.query(
      `insert into billing.payment (${paymentInto}) select ${paymentFrom} from billing.payment d, generate_series(1, ${payments - 1}) n
       where d.document_id = $1`,
      [invoiceId],
    );
    await above.query('vacuum analyze billing.document, billing.payment');
  } finally {
    await above.end();
  }
}
