import type { AccountCertificate } from '../../../audit/pdf-seal/account-certificate.ts';
import type { Secret } from '../../../audit/secrets/secret.ts';
import {
  latestCertificate,
  type StoredCertificate,
  storeCertificate,
} from '../../../db/account/signing-certificates.ts';
import type { Context } from '../../context.ts';

/** Whom documents name, as they name him, and whether they are test documents. */
export type Sealing = { readonly name: string; readonly siren?: string; readonly test: boolean };

/** What seals for an account: ready to seal with, and as it is kept. */
export type AccountSigningCertificate = AccountCertificate & { readonly kept: StoredCertificate };

/**
 * What seals the signed files of the account under this name: made with the first of them, and anew where the name has changed or the data
 * folder no longer opens the key. Of two that make one at once, the one that is kept first is both's.
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
 * Keeps it again, where the transaction that made it was taken back: whatever sealed a file is there for good. Another that took its place
 * meanwhile stands before it.
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

/** Where a key belongs: it is opened for that alone. */
const placeOf = ({ accountId }: Context, test: boolean, place: number): string =>
  `account seal ${accountId} ${test ? 'test' : 'live'} ${place}`;
