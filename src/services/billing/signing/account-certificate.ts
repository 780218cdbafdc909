import type { AccountCertificate } from '../../../audit/pdf-seal/account-certificate.ts';
import type { Secret } from '../../../audit/secrets/secret.ts';
import {
  latestCertificate,
  type StoredCertificate,
  storeCertificate,
} from '../../../db/account/signing-certificates.ts';
import type { Context } from '../../context.ts';

/** The sender's name on documents, and the mode. */
export type Sealing = { readonly name: string; readonly siren?: string; readonly test: boolean };

/** A signing certificate of an account, ready to use, and as stored. */
export type AccountSigningCertificate = AccountCertificate & { readonly kept: StoredCertificate };

/**
 * The account's certificate for signed files under this name: created on first use, and again if
 * the name changes or the data folder cannot decrypt the key. If two are created at once, both use
 * the one stored first.
 */
export async function accountCertificate(context: Context, sealing: Sealing): Promise<AccountSigningCertificate> {
  const { tx, now } = context;
  const latest = await latestCertificate(tx, sealing.test);
  const known =
    latest?.name === sealing.name && latest.siren === (sealing.siren ?? null) && opened(context, latest, sealing);
  if (known) return known;
  const { newAccountCertificate } = await import('../../../audit/pdf-seal/account-certificate.ts');
  const place = (latest?.place ?? 0) + 1;
  const { certificate, key } = await newAccountCertificate(sealing, now);
  const lockedKey = context.webhooks.secrets.lock(key, placeOf(context, sealing.test, place));
  const { name, siren = null, test } = sealing;
  const kept = await storeCertificate(tx, { place, name, siren, certificate, lockedKey, test, now });
  return kept.lockedKey === lockedKey ? { certificate, key, kept } : accountCertificate(context, sealing);
}

/**
 * Stores it again if the transaction that created it was rolled back, because files it signed are
 * permanent. If another took its place meanwhile, that one counts.
 */
export async function storeAccountCertificate(
  context: Context,
  { kept, key }: AccountSigningCertificate,
  test: boolean,
): Promise<void> {
  const { tx, now, webhooks } = context;
  const found = await storeCertificate(tx, { ...kept, test, now });
  if (found.certificate.equals(kept.certificate)) return;
  const place = ((await latestCertificate(tx, test))?.place ?? 0) + 1;
  const lockedKey = webhooks.secrets.lock(key, placeOf(context, test, place));
  await storeAccountCertificate(
    context,
    { certificate: kept.certificate, key, kept: { ...kept, place, lockedKey } },
    test,
  );
}

function opened(context: Context, kept: StoredCertificate, { test }: Sealing): AccountSigningCertificate | undefined {
  try {
    const key = context.webhooks.secrets.open(kept.lockedKey, placeOf(context, test, kept.place)) as Secret;
    return { certificate: kept.certificate, key, kept };
  } catch {
    return undefined;
  }
}

/** The encryption context of a key: it can only be decrypted for that. */
const placeOf = ({ accountId }: Context, test: boolean, place: number): string =>
  `account seal ${accountId} ${test ? 'test' : 'live'} ${place}`;
