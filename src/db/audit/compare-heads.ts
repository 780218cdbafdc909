import type pg from 'pg';
import { readAsAccount } from '../read-as-account.ts';

/** A last entry (head) of an audit chain, as stored outside the installation at some time. */
export type StoredHead = {
  readonly account: string;
  readonly test: boolean;
  readonly seq: number;
  readonly hash: string;
};

/**
 * The result for a stored last entry: it is still in its chain (`there`), the chain lacks it and
 * the `lost` entries up to it, or another entry is in its place (`differs`), which data loss cannot
 * explain.
 */
export type HeadFate = StoredHead & { readonly fate: 'there' | 'lost' | 'differs'; readonly lost: number };

/** Looks up stored last entries in the audit chains, as the application's role. */
export async function compareHeads(client: pg.ClientBase, kept: readonly StoredHead[]): Promise<HeadFate[]> {
  const fates: HeadFate[] = [];
  for (const head of kept.filter(({ account }) => UUID.test(account))) {
    const [row] = await readAsAccount(client, head.account, () =>
      client.query<{ last: string | null; hash: string | null }>(
        `select (select max(seq) from billing.chain_link where account_id = $1 and test = $2) as last,
           (select encode(hash, 'hex') from billing.chain_link where account_id = $1 and test = $2 and seq = $3) as hash`,
        [head.account, head.test, head.seq],
      ),
    );
    const lost = Math.max(head.seq - Number(row?.last ?? 0), 0);
    const fate = lost > 0 ? 'lost' : head.seq === 0 || row?.hash === head.hash ? 'there' : 'differs';
    fates.push({ ...head, fate, lost });
  }
  return fates;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
