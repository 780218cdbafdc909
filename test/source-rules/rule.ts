import { lineAt } from '../support/source/source-text.ts';
import { isTest, type Tree } from '../support/source/source-tree.ts';

/** A rule that every file must follow. */
export type Rule = {
  readonly name: string;
  readonly instead: string;
  /** The places that break the rule, one line each. */
  readonly offences: (tree: Tree, operationNames: readonly string[]) => string[];
  /** A tree that breaks the rule, to prove that it is detected. */
  readonly bad: Readonly<Record<string, string>>;
};

export const inSource = (path: string): boolean => path.startsWith('src/') && path.endsWith('.ts') && !isTest(path);
export const isScript = (path: string): boolean => /\.(tsx?|mjs)$/.test(path);
export const inWeb = (path: string): boolean => path.startsWith('web/') && isScript(path);
export const isMigration = (path: string): boolean => path.startsWith('migrations/') && path.endsWith('.sql');
export const roomOf = (path: string): string => path.split('/')[1] ?? '';

/** The files of the rules themselves: they contain what they forbid as examples. */
export const isRuleFile = (path: string): boolean =>
  path === 'test/source-rules/source-rules.test.ts' || path.startsWith('test/source-rules/');

/** Every match of a pattern, with its line number. */
export const places = (path: string, text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => `${path}:${lineAt(text, match.index)}: ${match[0]}`);
