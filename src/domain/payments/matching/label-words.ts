/** Characters of a label that are looked through; no bank writes as many. */
const LABEL_MAX_CHARS = 1_000;
/** Words of a label that are looked through. */
const WORDS_MAX = 120;
/** Pieces a number of ours may stand in: F-2026-0012 has three. */
const PIECES_OF_NUMBER_MAX = 6;
/** A number shorter than this, or with fewer digits, stands in too many labels by chance to be looked for. */
const NUMBER_MIN_CHARS = 5;
const NUMBER_MIN_DIGITS = 4;

/** What is written without accents, in capitals, letters and digits alone: its words. */
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

/** A number as it is looked for, without what separates its parts; undefined of one that is too short to be told from others. */
export function numberKey(number: string): string | undefined {
  const key = wordsOf(number).join('');
  return key.length >= NUMBER_MIN_CHARS && digitsOf(key).length >= NUMBER_MIN_DIGITS ? key : undefined;
}

/** The digits of a number, by which customers call it who leave its letters out; undefined where they are too few. */
export function shortNumberKey(number: string): string | undefined {
  const digits = digitsOf(wordsOf(number).join(''));
  return digits.length >= NUMBER_MIN_CHARS ? digits : undefined;
}

/** Every run of pieces of a text that may be a number: words, and what stands where letters and digits meet. */
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

/** How a payer is called in statements, so that he is known again: what names him there, without what is of one transfer alone. */
export function payerOf({ counterpart, label }: { counterpart?: string; label: string }): string | undefined {
  const words = wordsOf(counterpart ?? label).filter((word) => !/[0-9]/.test(word) && !wordsOfBanks.has(word));
  return words.length === 0 ? undefined : words.slice(0, PAYER_WORDS_MAX).join(' ');
}

/** Words that name a payer; what follows them is of the transfer. */
const PAYER_WORDS_MAX = 5;
const wordsOfBanks = new Set(
  'VIR VIRT VIREMENT VIREMENTS SEPA INST INSTANTANE RECU RECUS DE DU EN FAVEUR EMIS CREDIT REF MOTIF LIB FACTURE FACT NO N PAIEMENT REGLEMENT'.split(
    ' ',
  ),
);
