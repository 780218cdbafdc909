import type { Sample } from '../../domain/people/sample-account.ts';
import { sql, type Tx } from '../transaction.ts';

const LOCK = sql`select from billing.person where person_id = $1 for no key update`;
const SAMPLES = sql`select account_id, opened_at, stands from billing.samples_of_person()`;

/**
 * The current and former sample accounts of the transaction's person, who is locked so that
 * concurrent requests are serialized.
 */
export async function lockSamples(tx: Tx, personId: string): Promise<Sample[]> {
  await tx.read(LOCK, [personId]);
  const rows = await tx.read(SAMPLES);
  return rows.map((row) => ({ accountId: row.account_id, openedAt: row.opened_at, stands: row.stands }));
}
