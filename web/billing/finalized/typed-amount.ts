/** Cents of an amount as people type it: `1 250,00`, `1250.5`, `−40 €`. Undefined where it is none. */
export function typedAmount(text: string): number | undefined {
  const bare = text
    .replace(/[\s\u00a0\u202f€$£]/g, '')
    .replace('\u2212', '-')
    .replace(',', '.');
  if (!/^-?\d{1,10}(\.\d{1,2})?$/.test(bare)) return undefined;
  return Math.round(Number(bare) * 100);
}

/** A plain number with a comma or a point. */
export function typedNumber(text: string): number | undefined {
  const bare = text.replace(/[\s\u00a0\u202f%]/g, '').replace(',', '.');
  return /^\d{1,10}(\.\d{1,4})?$/.test(bare) ? Number(bare) : undefined;
}

/** An amount as it is written in a field, without its currency. */
export const writtenAmount = (cents: number, language: 'fr' | 'en'): string =>
  new Intl.NumberFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  }).format(cents / 100);
