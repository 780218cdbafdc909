/**
 * Sets non-breaking spaces before : ; ! ? » % € and after «, as the service does
 * (`src/domain/text/typography.ts`). The catalogues use ordinary spaces, which are easy to type.
 */
export const withNoBreakSpaces = (french: string): string =>
  french.replace(/ (?=[:;!?»%€])/g, '\u00a0').replace(/(?<=«) /g, '\u00a0');
