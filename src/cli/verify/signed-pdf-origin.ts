import { createHash, type KeyObject, verify } from 'node:crypto';
import { knownPublicKeys } from '../../audit/keys/public-keys.ts';
import type { CheckedPdf } from '../../audit/pdf-seal/verify-pdf-seal.ts';
import type { Config } from '../../config.ts';
import { allAccountIds } from '../../db/account/all-accounts.ts';
import { findSignedFile, type SignedFileOrigin } from '../../db/audit/find-signed-file.ts';
import { readDatabaseMarker } from '../../runtime/database/database-marker.ts';
import { StartupError } from '../../startup-error.ts';
import { type CommandContext, openCommandContext } from '../command-context.ts';

/** Faults beside those of the file itself. */
export type PdfOriginFault =
  /** No account of this installation sealed it, and `--trust` does not name its certificate. */
  | 'pdf_of_another'
  /** The certificate of an account sealed it, but no intact link of its audit chain records it. */
  | 'pdf_not_in_chain';

/**
 * The origin of a signed file as far as this installation knows. `asked` is false if there is no
 * database or it did not open.
 */
export type PdfOrigin = {
  readonly asked: boolean;
  readonly account?: string;
  readonly origin?: SignedFileOrigin;
  readonly faults: readonly PdfOriginFault[];
};

/**
 * Searches the accounts of the data folder's database, if any, for the one that sealed the file.
 */
type Asking = { config: Config; isTrusted: boolean; trust: readonly string[] };

export async function originOf(bytes: Buffer, { seal }: CheckedPdf, asking: Asking): Promise<PdfOrigin> {
  const { config, isTrusted, trust } = asking;
  const alone = { asked: false, faults: trust.length > 0 && !isTrusted ? ['pdf_of_another' as const] : [] };
  if (!seal || (await readDatabaseMarker(config.dataFolder)) === undefined) return alone;
  const keys = await knownPublicKeys(config.dataFolder);
  const service = await openCommandContext(config, { name: 'facturier verify', unsealed: true }).catch(
    (error: unknown) => {
      if (error instanceof StartupError) return undefined;
      throw error;
    },
  );
  if (!service) return alone;
  try {
    return await originIn(service, { sha256: createHash('sha256').update(bytes).digest(), seal, isTrusted, keys });
  } finally {
    await service.close();
  }
}

type Sought = {
  sha256: Buffer;
  seal: NonNullable<CheckedPdf['seal']>;
  isTrusted: boolean;
  keys: ReadonlyMap<string, KeyObject>;
};

/** The same in an open database. */
export async function originIn(
  { pool, owner }: Pick<CommandContext, 'pool' | 'owner'>,
  { sha256, seal: { certificate }, isTrusted, keys }: Sought,
): Promise<PdfOrigin> {
  const client = await pool.connect();
  try {
    for await (const account of allAccountIds(owner)) {
      const { isOwnCertificate, origin } = await findSignedFile(client, account, { sha256, certificate });
      if (!isOwnCertificate) continue;
      const isTold = origin?.link !== undefined && isSound(origin.link, keys);
      return { asked: true, account, ...(origin && { origin }), faults: isTold ? [] : ['pdf_not_in_chain'] };
    }
    return { asked: true, faults: isTrusted ? [] : ['pdf_of_another'] };
  } finally {
    client.release();
  }
}

/**
 * Whether a link's hash matches its text and a key of the data folder signed it. `facturier verify`
 * checks the whole chain.
 */
function isSound(
  { link, hash, keyId, signature }: NonNullable<SignedFileOrigin['link']>,
  keys: ReadonlyMap<string, KeyObject>,
): boolean {
  const key = keys.get(keyId);
  return (
    key !== undefined && createHash('sha256').update(link).digest().equals(hash) && verify(null, hash, key, signature)
  );
}
