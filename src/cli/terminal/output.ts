import { type TranslatedText, terminalLanguage } from '../../startup-error.ts';

/**
 * A command was understood and refused. The message is for the person who typed it. Exit code 1.
 */
export class CommandError extends Error {
  readonly text: TranslatedText;
  readonly json: unknown;
  constructor(text: TranslatedText, json: unknown = { refused: text.en }) {
    super(text[language()]);
    this.text = text;
    this.json = json;
  }
}

/** The command was typed wrongly. Exit code 2. */
export class UsageError extends Error {
  constructor(text: TranslatedText) {
    super(text[language()]);
  }
}

export const language = (): 'fr' | 'en' => terminalLanguage(process.env);
export const inWords = (text: TranslatedText): string => text[language()];

/** A label and its value; in French, a non-breaking space stands before the colon. */
export const labeled = (label: string, value: string): string =>
  `${label}${language() === 'fr' ? '\u00a0' : ''}: ${value}`;

/** A word of a command to paste: quoted if a shell would change it (spaces, accents). */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Prints a result: JSON for programs, text for people. */
export function say(options: { json?: boolean | undefined }, json: unknown, words: string): void {
  process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${words}\n`);
}

/** Prints a result and returns whether all of it was written. */
export const printFully = (options: { json?: boolean | undefined }, json: unknown, words: string): Promise<boolean> =>
  new Promise((resolve) => {
    process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${words}\n`, (error) => resolve(!error));
  });

/** Milliseconds a step may take before a progress message appears. */
const SILENT_MS = 700;

/** Runs a step and prints a message to standard error if it takes long. */
export async function withProgressMessage<T>(text: TranslatedText, step: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => process.stderr.write(`… ${text.fr} · ${text.en}\n`), SILENT_MS);
  try {
    return await step();
  } finally {
    clearTimeout(timer);
  }
}
