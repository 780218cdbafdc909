import { wordsOf } from './label-words.ts';

/** Minimum share of a name's letters in a label to match. */
const NAME_SCORE_MIN = 0.6;
/** Letters of the stem used for lookup: banks truncate names, but not further. */
const STEM_CHARS = 5;
/**
 * Maximum names per stem; a more common word is not distinctive and would make each label check all
 * of them.
 */
const NAMES_OF_STEM_MAX = 60;

const legalForms = new Set(
  'SARL SAS SASU EURL EIRL SA SCI SNC SELARL SCOP EI M MR MME MLLE MONSIEUR MADAME ET DE DU DES LA LE LES'.split(' '),
);

type Name = { readonly debtor: string; readonly words: readonly string[]; readonly letters: number };

/** Names of debtors, indexed by their words. */
export type PayerNames = ReadonlyMap<string, readonly Name[]>;

/** Indexes the names of debtors. Each debtor may have several. */
export function payerNames(
  debtors: Iterable<{ readonly debtor: string; readonly names: readonly string[] }>,
): PayerNames {
  const byStem = new Map<string, Name[]>();
  for (const { debtor, names } of debtors) {
    for (const words of names.map(wordsOfName)) {
      const name = { debtor, words, letters: words.reduce((all, { length }) => all + length, 0) };
      if (name.letters < 3) continue;
      for (const stem of new Set(words.map(stemOf))) {
        const known = byStem.get(stem);
        if (known) known.push(name);
        else byStem.set(stem, [name]);
      }
    }
  }
  return byStem;
}

/**
 * The debtors whose names match a label best, with at least 0.6 of their letters; several if they
 * have the same name.
 */
export function debtorsNamed(label: string, names: PayerNames): ReadonlySet<string> {
  const words = new Set(wordsOf(label));
  const scores = new Map<string, number>();
  for (const stem of new Set([...words].map(stemOf))) {
    const found = names.get(stem) ?? [];
    if (found.length > NAMES_OF_STEM_MAX) continue;
    for (const { debtor, words: named, letters } of found) {
      const heard = named.filter((word) => stands(word, words)).reduce((all, { length }) => all + length, 0) / letters;
      if (heard >= NAME_SCORE_MIN) scores.set(debtor, Math.max(heard, scores.get(debtor) ?? 0));
    }
  }
  const best = Math.max(...scores.values());
  return new Set([...scores].flatMap(([debtor, score]) => (score === best ? [debtor] : [])));
}

/** Whether a label contains a name. */
export const isNamedIn = (name: string, label: string): boolean =>
  debtorsNamed(label, payerNames([{ debtor: name, names: [name] }])).size > 0;

const wordsOfName = (name: string): string[] => wordsOf(name).filter((word) => !legalForms.has(word));
const stemOf = (word: string): string => word.slice(0, STEM_CHARS);

/** The word itself, or truncated by the bank. */
const stands = (word: string, words: ReadonlySet<string>): boolean =>
  words.has(word) ||
  (word.length > STEM_CHARS &&
    Array.from({ length: word.length - STEM_CHARS }, (_, cut) => word.slice(0, STEM_CHARS + cut)).some((start) =>
      words.has(start),
    ));
