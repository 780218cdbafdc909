import { stripTypeScriptTypes } from 'node:module';
import { refusalProblems } from '../../src/schemas/refusals/all-refusals.ts';
import { blanked, codeOf, lineAt } from '../support/source/source-text.ts';
import { isTest, part, reachedFrom, type Tree } from '../support/source/source-tree.ts';
import { inSource, inWeb, isMigration, isRuleFile, isScript, places, type Rule, roomOf } from './rule.ts';

const FUNCTION_LINES_MAX = 70;
const FILE_LINES_MAX = 400;
const PASSWORD_FIELD = 'web/people/security/password-field.tsx';

/** Rules for the code, and for the parts each module must have. */
export const codeRules: readonly Rule[] = [
  {
    name: 'the domain uses neither clock nor random numbers',
    instead: 'Take `now` or the new id as an argument: facts.now, context.newId().',
    bad: { 'src/domain/pay.ts': 'export const paidAt = () => Date.now();' },
    offences: (tree) =>
      part(tree, (path) => inSource(path) && roomOf(path) === 'domain').flatMap(([path, text]) =>
        places(
          path,
          codeOf(text),
          /\bDate\.now\b|\bMath\.random\b|\bnew Date(?!\s*\(\s*[^\s)])|\bperformance\.|\bcrypto\./g,
        ),
      ),
  },
  {
    name: `a function has at most ${FUNCTION_LINES_MAX} lines`,
    instead: 'Move its parts to named functions below it, in the order of the calls.',
    bad: { 'src/db/long.ts': `function long(a: number): number {\n${'  a++;\n'.repeat(70)}  return a;\n}` },
    offences: (tree) => part(tree, inSource).flatMap(([path, text]) => longFunctions(path, text)),
  },
  {
    name: `a file has at most ${FILE_LINES_MAX} lines`,
    instead: 'It does more than one thing: split it into two files, each named for what it does.',
    bad: { 'src/db/long.ts': 'a();\n'.repeat(401) },
    offences: (tree) =>
      part(tree, (path) => path.startsWith('src/') && isScript(path))
        .map(([path, text]) => [path, text.trimEnd().split('\n').length] as const)
        .filter(([, lines]) => lines > FILE_LINES_MAX)
        .map(([path, lines]) => `${path}: ${lines} lines`),
  },
  {
    name: 'passwords use one input component, which hides them and allows pasting',
    instead:
      'Use PasswordField (web/people/security/password-field.tsx), with the `autocomplete` that tells password managers its purpose.',
    bad: {
      'web/people/late.tsx': '<input type="password" />',
      'web/people/security/password-field.tsx': '<Field type="password" onPaste={(event) => event.preventDefault()} />',
    },
    offences: (tree) =>
      part(tree, (path) => inWeb(path) && !isTest(path)).flatMap(([path, text]) =>
        path === PASSWORD_FIELD
          ? places(path, text, /onPaste|onBeforeInput|autoComplete="off"/g)
          : places(
              path,
              text,
              /type=.{0,20}['"]password|<(?:input|Field)\b(?:(?!\/>)[\s\S])*(?:current|new)-password/g,
            ),
      ),
  },
  {
    name: 'every migration starts with its reason',
    instead: 'Begin it with a comment of one sentence: what it makes possible, or what it corrects.',
    bad: { 'migrations/0002-colours.sql': '-- colours\nalter table account add colour text;' },
    offences: (tree) =>
      part(tree, isMigration)
        .filter(([, text]) => !/^-- (\S+[^\S\n]+){3,}/.test(text))
        .map(([path]) => path),
  },
  {
    name: 'every error code has a test',
    instead: "Provoke it in a test and compare its code in the domain or in the API: 'nothing_due'.",
    bad: {
      'src/domain/refusal.ts': "export type Refusal = { refused: 'nothing_due' };",
      'test/pay.test.ts': "// 'nothing_due' is only mentioned here",
    },
    offences: untestedRefusals,
  },
  {
    name: 'every operation is named in a test title',
    instead: "Name it in the title of its test: test('finalize-billing assigns the number', …).",
    bad: { 'test/finalize.test.ts': "// finalize-billing\ntest('it finalizes', () => {});" },
    offences(tree, operationNames) {
      const tests = textOfTests(tree);
      return operationNames.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(tests));
    },
  },
  {
    name: 'no code is built from text, and no pattern from input',
    instead:
      'Write the function; compare with includes or a fixed pattern. A pattern made of constants has a NAME_IN_CAPITALS.',
    bad: {
      'src/db/rule.ts': "const rule = new Function('a', text);",
      'src/http/find.ts': 'const found = new RegExp(query.search).test(name);',
    },
    offences: (tree) =>
      part(tree, (path) => path.startsWith('src/') && isScript(path) && !path.endsWith('.test.ts')).flatMap(
        ([path, text]) =>
          places(path, codeOf(text), /\beval\(|\bnew Function\(|\bnode:vm\b|(?<!const [A-Z_]+ = )\bnew RegExp\(/g),
      ),
  },
  {
    name: 'sealed content contains no secret',
    instead:
      'Derive it from a key outside the database when it is needed (docs/decisions/0032-no-secret-is-sealed.md).',
    bad: {
      'src/domain/billing/document/document.ts': "import type { Party } from '../../customers/party.ts';",
      'src/domain/customers/party.ts': 'export type Party = { readonly token?: string };',
    },
    offences: (tree) => [
      ...[...reachedFrom(tree, SEALED)]
        .filter((path) => path !== 'src/audit/secrets/secret.ts')
        .flatMap((path) => places(path, codeOf(tree.get(path) ?? ''), SECRET)),
      // This file relies on the compiler to keep secrets out, which works only with this type
      // parameter.
      ...part(tree, (path) => path === 'src/audit/canonical-json.ts')
        .filter(([, text]) => !text.includes('(value: T & HoldsNoSecret<T>)'))
        .map(([path]) => `${path}: takes anything`),
    ],
  },
  {
    name: 'no TODO is left and no type error is silenced',
    instead: 'Do it, or open an issue. Declare the type, or narrow it where the value enters the code.',
    // The bad example contains the forbidden text, so this line and the two patterns of the rule
    // are exempt.
    bad: { 'src/db/rows.ts': 'const row = found as any; // TODO: type it' },
    offences: (tree) =>
      [...tree].flatMap(([path, text]) => [
        ...places(path, isScript(path) ? blanked(text, { strings: false, comments: true }) : text, LEFT_FOR_LATER),
        ...(isScript(path) ? places(path, codeOf(text), /\bas any\b|<any>/g) : []),
      ]),
  },
];

/** Files whose types are hashed, signed and added to an audit chain. */
const SEALED = [
  'src/domain/billing/document/document.ts',
  'src/domain/payments/payment.ts',
  'src/domain/account/closure/closure.ts',
  'src/domain/account/settings.ts',
  'src/audit/chain/chain-link.ts',
  'src/audit/chain/state-digest.ts',
];
const SECRET = /\b(token|secret|password|passphrase|apiKey|privateKey|portal\w*)\??:|\bSecret\b/g;

const LEFT_FOR_LATER = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)/g;

/**
 * A function body is recognized by what precedes its brace: an arrow, or the parameters of a
 * function or method.
 */
function longFunctions(path: string, text: string): string[] {
  const code = codeOf(stripTypeScriptTypes(text));
  const found: string[] = [];
  const open: { index: number; isBody: boolean }[] = [];
  for (const { index, 0: brace } of code.matchAll(/[{}]/g)) {
    if (brace === '{') {
      open.push({ index, isBody: opensBody(code.slice(0, index).trimEnd()) });
      continue;
    }
    const opened = open.pop();
    if (!opened?.isBody) continue;
    const lines = lineAt(code, index) - lineAt(code, opened.index) + 1;
    if (lines > FUNCTION_LINES_MAX) found.push(`${path}:${lineAt(code, opened.index)}: ${lines} lines`);
  }
  return found;
}

function opensBody(before: string): boolean {
  if (before.endsWith('=>')) return true;
  if (!before.endsWith(')')) return false;
  let depth = 0;
  let at = before.length - 1;
  for (; at >= 0; at--) {
    if (before[at] === ')') depth++;
    if (before[at] === '(' && --depth === 0) break;
  }
  return !/\b(if|for|while|switch|catch|await|with)\s*$/.test(before.slice(0, at));
}

/** The strings of all tests except these, including titles; comments do not count. */
const textOfTests = (tree: Tree): string =>
  part(tree, (path) => isTest(path) && !isRuleFile(path))
    .map(([, text]) => blanked(text, { strings: true, comments: false }))
    .join('\n');

function untestedRefusals(tree: Tree): string[] {
  // The refusals of the business, and those of bank statements in their own folder.
  const unions = part(tree, (path) => /^src\/domain\/(\w+\/)*refusal\.ts$/.test(path)).map(([, text]) => text);
  const codes = [...unions.join().matchAll(/refused: '(\w+)'/g)].map(([, code]) => code as string);
  const tests = textOfTests(tree);
  const isTested = (code: string) => ["'", '"', '`'].some((quote) => tests.includes(`${quote}${code}${quote}`));
  const told = refusalProblems as Readonly<Record<string, { code: string }>>;
  return codes.filter((code) => !isTested(code) && !isTested(told[code]?.code ?? code));
}
