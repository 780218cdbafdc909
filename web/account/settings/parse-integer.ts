/** Thousands separators; other blanks may be typing errors. */
const THOUSANDS_APART = /^\s*-?[1-9]\d{0,2}(?:\s\d{3})+\s*$/u;

/** Parses an integer; other text is sent as typed, and the service reports the error. */
export function parseInteger(typed: string): number {
  const text = THOUSANDS_APART.test(typed) ? typed.replace(/\s/gu, '') : typed.trim();
  return /^-?\d+$/.test(text) ? Number(text) : (typed as unknown as number);
}
