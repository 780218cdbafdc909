import type { Sample } from '../../domain/people/sample-account.ts';
import { sql, type Tx } from '../transaction.ts';

const LOCK = sql`select from billing.person where person_id = $1 for no key update`;
const SAMPLES = sql`select account_id, opened_at, stands from billing.samples_of_person()`;

/** The accounts to explore the person of this transaction has or had. He is held: who asks twice at once does so in turn. */
export async function lockSamples(tx: Tx, personId: string): Promise<Sample[]> {
  await tx.read(LOCK, [personId]);
  const rows = await tx.read(SAMPLES);
  return rows.map((row) => ({ accountId: row.account_id, openedAt: row.opened_at, stands: row.stands }));
}
