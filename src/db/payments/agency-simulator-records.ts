import { type Row, sql, type Tx } from '../transaction.ts';

const COLUMNS = 'id, name, content, created_at';
const FIND = sql`select ${COLUMNS} from billing.agency_trial where account_id = $1 and (id = $2 or name = $3)`;
const ISSUED = sql`
  select ${COLUMNS} from billing.agency_trial
  where account_id = $1 and name like 'request %' and content::json ->> 'dateFacture' between $2 and $3 limit $4`;
const KEEP = sql`
  insert into billing.agency_trial (account_id, id, test, name, content, created_at) values ($1, $2, true, $3, $4, $5)
  on conflict do nothing returning 1`;

/**
 * A record of the Urssaf simulator for test mode, in the caller's transaction. `createdAt` is Unix
 * seconds.
 */
type Trial = { readonly id: string; readonly name: string; readonly content: string; readonly createdAt: number };

export async function findSimulatorRecord(
  tx: Tx,
  by: { readonly id?: string; readonly name?: string },
): Promise<Trial | undefined> {
  const [row] = await tx.read<Row>(FIND, [tx.accountId, by.id ?? null, by.name ?? null]);
  return row && trialFrom(row);
}

/** Requests for invoices of these days in Urssaf's notation, at most `most`. */
export const simulatorRecordsIssued = async (
  tx: Tx,
  from: string,
  to: string,
  most: number,
): Promise<readonly Trial[]> => (await tx.read<Row>(ISSUED, [tx.accountId, from, to, most])).map(trialFrom);

/** Stores a record; false if the name exists. */
export const storeSimulatorRecord = async (tx: Tx, { id, name, content, createdAt }: Trial): Promise<boolean> =>
  (await tx.read(KEEP, [tx.accountId, id, name, content, createdAt])).length > 0;

const trialFrom = (row: Row): Trial => ({
  ...{ id: row.id, name: row.name, content: row.content, createdAt: row.created_at },
});
