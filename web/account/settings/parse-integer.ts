/** Thousands apart: blanks elsewhere may be a slip. */
const THOUSANDS_APART = /^\s*-?[1-9]\d{0,2}(?:\s\d{3})+\s*$/u;

/** A whole number as it was typed; what is none goes as it is typed, and the service says so at its field. */
export function parseInteger(typed: string): number {
  const text = THOUSANDS_APART.test(typed) ? typed.replace(/\s/gu, '') : typed.trim();
  return /^-?\d+$/.test(text) ? Number(text) : (typed as unknown as number);
}
