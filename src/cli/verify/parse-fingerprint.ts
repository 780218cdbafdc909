import { UsageError } from '../terminal/output.ts';

/** Parses `--trust`: as it is printed, or with colons between the bytes. */
export function trusting(text: string, before: readonly string[] = []): readonly string[] {
  const fingerprint = text.replaceAll(/[\s:]/g, '').toLowerCase();
  if (/^[0-9a-f]{64}$/.test(fingerprint)) return [...before, fingerprint];
  throw new UsageError({
    fr: `« ${text} » n’est pas une empreinte SHA-256 : 64 chiffres hexadécimaux, comme « npx facturier audit head » les écrit après « key »`,
    en: `"${text}" is not a SHA-256 fingerprint: 64 hexadecimal digits, as "npx facturier audit head" prints them after "key"`,
  });
}
