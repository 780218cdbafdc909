import { sql, type Tx } from '../transaction.ts';

/** What seals the signed files of an account, as it is kept: `place` counts its certificates, `lockedKey` opens by the data folder only. */
export type StoredCertificate = {
  readonly place: number;
  readonly name: string;
  readonly siren: string | null;
  readonly certificate: Buffer;
  readonly lockedKey: string;
};

const COLUMNS = 'place, name, siren, certificate, locked_key as "lockedKey"';
const LATEST = sql`
  select ${COLUMNS} from billing.account_seal where account_id = $1 and test = $2 order by place desc limit 1`;
const ALL = sql`
  select test, name, siren, certificate, created_at as "createdAt" from billing.account_seal
  where account_id = $1 order by test, place desc limit $2`;
const AT = sql`select ${COLUMNS} from billing.account_seal where account_id = $1 and test = $2 and place = $3`;
const KEEP = sql`
  insert into billing.account_seal (account_id, test, place, name, siren, certificate, locked_key, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (account_id, test, place) do nothing`;

/** The one an account seals with today; undefined where it has never sealed. */
export async function latestCertificate(tx: Tx, test: boolean): Promise<StoredCertificate | undefined> {
  const [row] = await tx.read<StoredCertificate>(LATEST, [tx.accountId, test]);
  return row;
}

/** A certificate of an account, as it can be told; `createdAt` in Unix seconds. */
export type CertificateInfo = Pick<StoredCertificate, 'name' | 'siren' | 'certificate'> & {
  readonly test: boolean;
  readonly createdAt: number;
};

/** Certificates an account is told; one is made where its name or SIREN changes. */
const TOLD_MAX = 50;

/** Those the account has sealed with, live ones first, the newest of each first. */
export const certificatesOf = (tx: Tx): Promise<CertificateInfo[]> =>
  tx.read<CertificateInfo>(ALL, [tx.accountId, TOLD_MAX]);

/** Keeps one, unless another has its place; gives the one that has it from now on. */
export async function storeCertificate(
  tx: Tx,
  { test, now, ...seal }: StoredCertificate & { test: boolean; now: number },
): Promise<StoredCertificate> {
  const { place, name, siren, certificate, lockedKey } = seal;
  tx.write(KEEP, [tx.accountId, test, place, name, siren, certificate, lockedKey, now]);
  const [row] = await tx.read<StoredCertificate>(AT, [tx.accountId, test, place]);
  if (!row) throw new Error('what seals for an account was kept and is not there');
  return row;
}
