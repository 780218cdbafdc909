import { type TranslatedText, terminalLanguage } from '../../startup-error.ts';

/** A command was understood and refused: what it says is for the person who typed it. Exit code 1. */
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

/** Says what a command did: JSON for programs, words for people. */
export function say(options: { json?: boolean | undefined }, json: unknown, words: string): void {
  process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${words}\n`);
}

/** Says it, and answers whether all of it was written out. */
export const printFully = (options: { json?: boolean | undefined }, json: unknown, words: string): Promise<boolean> =>
  new Promise((resolve) => {
    process.stdout.write(options.json ? `${JSON.stringify(json)}\n` : `${words}\n`, (error) => resolve(!error));
  });

/** Milliseconds a step may take before the person waiting is told about it. */
const SILENT_MS = 700;

/** Runs a step that may take long, and says so where it does. Not on the standard output, which is the command's own. */
export async function withProgressMessage<T>(text: TranslatedText, step: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => process.stderr.write(`… ${text.fr} · ${text.en}\n`), SILENT_MS);
  try {
    return await step();
  } finally {
    clearTimeout(timer);
  }
}
