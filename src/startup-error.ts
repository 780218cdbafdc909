/** A text in both languages, for messages at the start. */
export type TranslatedText = { readonly fr: string; readonly en: string };

/** Why a start is refused: the setting, if one is wrong, and a message with the remedy. */
export type StartupProblem = { readonly setting?: string; readonly text: TranslatedText };

/**
 * The service cannot start, and the operator can fix it. The message is ready to print in the
 * language of the terminal; `exitCode` is 2 for wrong settings, 1 otherwise.
 */
export class StartupError extends Error {
  readonly problems: readonly StartupProblem[];
  readonly exitCode: 1 | 2;

  constructor(problems: readonly StartupProblem[], options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(problems.map((problem) => lineOf(problem, terminalLanguage(process.env))).join('\n'), options);
    this.name = 'StartupError';
    this.problems = problems;
    this.exitCode = options.exitCode ?? (problems.some((problem) => problem.setting) ? 2 : 1);
  }
}

/**
 * French unless the terminal's language is English: the service implements French law, and the
 * locale `C` says nothing about the reader.
 */
export function terminalLanguage(environment: Record<string, string | undefined>): 'fr' | 'en' {
  const asked = environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || '';
  return /^en/i.test(asked) ? 'en' : 'fr';
}

function lineOf(problem: StartupProblem, language: 'fr' | 'en'): string {
  const text = problem.text[language];
  if (!problem.setting) return text;
  return language === 'fr' ? `${problem.setting} : ${text}` : `${problem.setting}: ${text}`;
}
