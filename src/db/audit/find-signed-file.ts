import type pg from 'pg';
import type { StoredLink } from '../../audit/chain/verify-chain.ts';
import { readAsAccount } from '../row-security.ts';

/** A signed file of an account: its document and the chain entry that recorded it, if any. */
export type SignedFileOrigin = { readonly documentId: string; readonly number: string; readonly link?: StoredLink };

// The text whose digest the entry of a rendering records: see audit/verify/files.ts.
const ORIGIN = `
  select r.document_id as "documentId", d.number, l.seq, l.link, l.hash, l.key_id as "keyId", l.signature
  from billing.rendering r
  join billing.document d on d.account_id = $1 and d.id = r.document_id
  left join billing.chain_link l on l.account_id = $1 and l.test = r.test and l.link like '%"type":"rendered"%'
    and l.link like '%"sha256":"' || encode(sha256(convert_to('{"canceled":' || r.canceled || ',"format":' ||
      to_json(r.format) || ',"id":"' || r.document_id || '","locale":' || to_json(r.locale) || ',"sha256":"' ||
      encode(r.sha256, 'hex') || '"}', 'UTF8')), 'hex') || '"%'
  where r.account_id = $1 and r.sha256 = $2 and r.format = 'signed'`;
const CERTIFICATE = 'select from billing.account_seal where account_id = $1 and certificate = $2';

type Found = Partial<StoredLink> & { documentId: string; number: string };

/** Whether an account signed with this certificate, and the stored file with these bytes. */
export async function findSignedFile(
  client: pg.ClientBase,
  account: string,
  { sha256, certificate }: { sha256: Buffer; certificate: Buffer },
): Promise<{ isOwnCertificate: boolean; origin?: SignedFileOrigin }> {
  const own = await readAsAccount(client, account, () => client.query(CERTIFICATE, [account, certificate]));
  if (own.length === 0) return { isOwnCertificate: false };
  const [row] = await readAsAccount(client, account, () => client.query<Found>(ORIGIN, [account, sha256]));
  if (!row) return { isOwnCertificate: true };
  const { documentId, number, ...link } = row;
  return { isOwnCertificate: true, origin: { documentId, number, ...(link.link && { link: link as StoredLink }) } };
}
