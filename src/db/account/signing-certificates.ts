import { sql, type Tx } from '../transaction.ts';

/**
 * A stored signing certificate: `place` numbers the certificates of an account; `lockedKey` can
 * only be decrypted with the data folder.
 */
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

/** The current signing certificate; undefined if the account has never signed. */
export async function latestCertificate(tx: Tx, test: boolean): Promise<StoredCertificate | undefined> {
  const [row] = await tx.read<StoredCertificate>(LATEST, [tx.accountId, test]);
  return row;
}

/** The public part of a certificate; `createdAt` in Unix seconds. */
export type CertificateInfo = Pick<StoredCertificate, 'name' | 'siren' | 'certificate'> & {
  readonly test: boolean;
  readonly createdAt: number;
};

/** Certificates returned per account; a new one is created when its name or SIREN changes. */
const CERTIFICATES_LISTED_MAX = 50;

/** The certificates of the account: live before test, newest first. */
export const certificatesOf = (tx: Tx): Promise<CertificateInfo[]> =>
  tx.read<CertificateInfo>(ALL, [tx.accountId, CERTIFICATES_LISTED_MAX]);

/** Stores a certificate unless its place is taken; returns the one in that place. */
export async function storeCertificate(
  tx: Tx,
  { test, now, ...seal }: StoredCertificate & { test: boolean; now: number },
): Promise<StoredCertificate> {
  const { place, name, siren, certificate, lockedKey } = seal;
  tx.write(KEEP, [tx.accountId, test, place, name, siren, certificate, lockedKey, now]);
  const [row] = await tx.read<StoredCertificate>(AT, [tx.accountId, test, place]);
  if (!row) throw new Error('the signing certificate was stored but cannot be read back');
  return row;
}
