import { wordsOf } from './label-words.ts';

/** Share of the letters of a name that must stand in a label for it to be that name. */
const NAME_SCORE_MIN = 0.6;
/** Letters of a word it is looked up by: banks cut names short, but not shorter. */
const STEM_CHARS = 5;
/** Names a word may be of; a word of more says nothing of who pays, and would make each label look at all of them. */
const NAMES_OF_STEM_MAX = 60;

const legalForms = new Set(
  'SARL SAS SASU EURL EIRL SA SCI SNC SELARL SCOP EI M MR MME MLLE MONSIEUR MADAME ET DE DU DES LA LE LES'.split(' '),
);

type Name = { readonly debtor: string; readonly words: readonly string[]; readonly letters: number };

/** Names of debtors, found by their words. */
export type PayerNames = ReadonlyMap<string, readonly Name[]>;

/** Makes the names of debtors ready to be found. Each debtor may have several. */
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

/** The debtors of whose names most stands in a label, at least 0.6 of its letters; several where they are named alike. */
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

/** Whether a name stands in a label. */
export const isNamedIn = (name: string, label: string): boolean =>
  debtorsNamed(label, payerNames([{ debtor: name, names: [name] }])).size > 0;

const wordsOfName = (name: string): string[] => wordsOf(name).filter((word) => !legalForms.has(word));
const stemOf = (word: string): string => word.slice(0, STEM_CHARS);

/** As it is, or cut short by the bank. */
const stands = (word: string, words: ReadonlySet<string>): boolean =>
  words.has(word) ||
  (word.length > STEM_CHARS &&
    Array.from({ length: word.length - STEM_CHARS }, (_, cut) => word.slice(0, STEM_CHARS + cut)).some((start) =>
      words.has(start),
    ));
