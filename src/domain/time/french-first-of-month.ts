const MONTHS = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre';
const FIRST_OF_MONTH = new RegExp(`(?<!\\d)1(?=\\s(?:${MONTHS}))`, 'g');
/** The start of a range within one month: "1–15 mars", "1 au 15 mars". */
const FIRST_OF_RANGE = new RegExp(`(?<!\\d)1(?=\\s?(?:–|-|au)\\s?\\d{1,2}\\s(?:${MONTHS}))`, 'g');

/** A French text with the first of a month written as "1er janvier", which `Intl` does not do. */
export const withFrenchFirst = (text: string): string =>
  text.replace(FIRST_OF_MONTH, '1er').replace(FIRST_OF_RANGE, '1er');
