/**
 * A French text whose signs of two parts never begin a line, nor « end one: their spaces do not break, as in what the service answers
 * (`src/domain/text/french-spaces.ts`). Catalogues are written with ordinary spaces, which everybody can see and type.
 */
export const withNoBreakSpaces = (french: string): string =>
  french.replace(/ (?=[:;!?»%€])/g, '\u00a0').replace(/(?<=«) /g, '\u00a0');
