/** Characters of a label that are searched; no bank writes as many. */
const LABEL_MAX_CHARS = 1_000;
/** Words of a label that are searched. */
const WORDS_MAX = 120;
/** Maximum parts of one of our numbers: F-2026-0012 has three. */
const PIECES_OF_NUMBER_MAX = 6;
/** Minimum characters and digits of a number: a shorter one occurs in too many labels by chance. */
const NUMBER_MIN_CHARS = 5;
const NUMBER_MIN_DIGITS = 4;

/** The words of a text: without accents, in capitals, only letters and digits. */
export const wordsOf = (text: string): string[] =>
  text
    .slice(0, LABEL_MAX_CHARS)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/œ/gi, 'oe')
    .replace(/æ/gi, 'ae')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)
    .slice(0, WORDS_MAX);

/** The search key of a number, without separators; undefined if too short to be distinctive. */
export function numberKey(number: string): string | undefined {
  const key = wordsOf(number).join('');
  return key.length >= NUMBER_MIN_CHARS && digitsOf(key).length >= NUMBER_MIN_DIGITS ? key : undefined;
}

/** The digits of a number, as written by customers who omit its letters; undefined if too few. */
export function shortNumberKey(number: string): string | undefined {
  const digits = digitsOf(wordsOf(number).join(''));
  return digits.length >= NUMBER_MIN_CHARS ? digits : undefined;
}

/**
 * All runs of parts of a text that may be a number: words, and parts split between letters and
 * digits.
 */
export function numbersIn(text: string): string[] {
  const pieces = wordsOf(text).flatMap((word) => word.match(/[A-Z]+|[0-9]+/g) ?? []);
  const runs = new Set<string>();
  for (let first = 0; first < pieces.length; first++) {
    let run = '';
    for (const piece of pieces.slice(first, first + PIECES_OF_NUMBER_MAX)) {
      run += piece;
      runs.add(run);
    }
  }
  return [...runs];
}

const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '');

/** The stable name of a payer in statements, without the parts of a single transfer. */
export function payerOf({ counterpart, label }: { counterpart?: string; label: string }): string | undefined {
  const words = wordsOf(counterpart ?? label).filter((word) => !/[0-9]/.test(word) && !wordsOfBanks.has(word));
  return words.length === 0 ? undefined : words.slice(0, PAYER_WORDS_MAX).join(' ');
}

/** Words that name a payer; the following ones describe the transfer. */
const PAYER_WORDS_MAX = 5;
const wordsOfBanks = new Set(
  'VIR VIRT VIREMENT VIREMENTS SEPA INST INSTANTANE RECU RECUS DE DU EN FAVEUR EMIS CREDIT REF MOTIF LIB FACTURE FACT NO N PAIEMENT REGLEMENT'.split(
    ' ',
  ),
);
