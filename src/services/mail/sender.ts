import type { AccountSettings, Emitter } from '../../domain/account/settings.ts';
import { withTypographicApostrophes } from '../../domain/text/apostrophes.ts';
import { toSingleLine } from '../../schemas/fields/one-line-text.ts';

/** Under which name a business writes. */
export const nameOf = (emitter: Emitter, settings: AccountSettings): string =>
  toSingleLine(emitter.commercialName || emitter.name || settings.name) || 'Facturier';

/** Who a business is, line by line, at the end of its mails. */
export function footOf(emitter: Emitter, settings: AccountSettings): string[] {
  const { address, siret, email, phone } = emitter;
  const place = address && [address.line1, address.line2, `${address.zipCode} ${address.city}`];
  const lines = [
    emitter.name ?? settings.name,
    place?.filter((part) => part?.trim()).join(', '),
    siret && `SIRET ${siret}`,
    [email, phone].filter(Boolean).join(' · '),
  ];
  return lines.flatMap((line) => (line ? [toSingleLine(line)] : []));
}

/** The lines an account signs its mails with; undefined where it keeps none. */
export const signatureOf = ({ mailSignature }: AccountSettings): string[] | undefined =>
  mailSignature === undefined ? undefined : withTypographicApostrophes(mailSignature).split('\n').map(toSingleLine);
