import type { AccountSettings, Emitter } from '../../domain/account/settings.ts';
import { withTypographicApostrophes } from '../../domain/text/typography.ts';
import { toSingleLine } from '../../schemas/fields/text.ts';

/** The sender name of a business. */
export const nameOf = (emitter: Emitter, settings: AccountSettings): string =>
  toSingleLine(emitter.commercialName || emitter.name || settings.name) || 'Facturier';

/** The business details, line by line, at the end of its mails. */
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

/** The account's mail signature lines; undefined if it has none. */
export const signatureOf = ({ mailSignature }: AccountSettings): string[] | undefined =>
  mailSignature === undefined ? undefined : withTypographicApostrophes(mailSignature).split('\n').map(toSingleLine);
