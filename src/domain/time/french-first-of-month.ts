const MONTHS = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre';
const FIRST_OF_MONTH = new RegExp(`(?<!\\d)1(?=\\s(?:${MONTHS}))`, 'g');
/** The first of a range within one month: "1–15 mars", "1 au 15 mars". */
const FIRST_OF_RANGE = new RegExp(`(?<!\\d)1(?=\\s?(?:–|-|au)\\s?\\d{1,2}\\s(?:${MONTHS}))`, 'g');

/** A French text in which the first of a month is written as French writes it, "1er janvier", which `Intl` does not. */
export const withFrenchFirst = (text: string): string =>
  text.replace(FIRST_OF_MONTH, '1er').replace(FIRST_OF_RANGE, '1er');
