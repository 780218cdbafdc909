import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  copiedTree,
  insertBefore,
  namedByCompiler,
  passes,
  replaceIn,
  succeeds,
} from '../support/source/copied-tree.ts';

// Checks that a text field of documents is one row: in a copy of the tree, it adds a field by the
// recipe in CONTRIBUTING.md. The compiler or a test must report each step that is left out, and
// each reader of the table that skips the new field.

export const TABLE = 'src/domain/billing/document/text-fields.ts';
const FRENCH = 'web/locales/fr/document-names.ts';
const ENGLISH = 'web/locales/en/document-names.ts';
const SCHEMAS = 'test/documents/document-schemas.ts';

/** The new field: searched, exported, a note in e-invoices, not copied to credit notes. */
const PROPERTIES = {
  json: "'siteReference'",
  meaning: "'The reference of the building site.'",
  in: "'document'",
  kinds: "'all'",
  size: "'line'",
  copied: 'ALL_BUT_CREDIT_NOTE',
  printed: "{ fr: 'Chantier', en: 'Site', de: 'Baustelle', it: 'Cantiere', nl: 'Werf', pt: 'Obra', es: 'Obra' }",
  isSearched: 'true',
  isExported: 'true',
  edited: "'terms'",
};
export const requiredProperties = Object.keys(PROPERTIES);

/** Adds the row, without one of its required properties if given. */
export async function withRow(folder: string, without?: string): Promise<void> {
  const members = Object.entries({ ...PROPERTIES, term: "'BT-22'" }).filter(([name]) => name !== without);
  const row = `  siteReference: { ${members.map(([name, value]) => `${name}: ${value}`).join(', ')} },\n`;
  await insertBefore(join(folder, TABLE), '} as const satisfies Readonly<Record<string, TextRow>>;', row);
}

/** Writes the table of the web app, as `npm run generate` does. */
export async function withGeneratedTable(folder: string): Promise<void> {
  const module = pathToFileURL(join(folder, 'src/http/codegen/code-lists.ts')).href;
  const { textFieldsCode } = await import(module);
  await writeFile(join(folder, 'web/client/text-fields.ts'), textFieldsCode());
}

export const withFrenchName = (folder: string) =>
  insertBefore(join(folder, FRENCH), '    orderNumber:', "    siteReference: 'Chantier',\n");
export const withEnglishName = (folder: string) =>
  insertBefore(join(folder, ENGLISH), '    orderNumber:', "    siteReference: 'Site',\n");
const withSchema = (folder: string) =>
  replaceIn(join(folder, SCHEMAS), 'customerOrderNumber?:string', 'customerOrderNumber?:string siteReference?:string');

/** The files with the names, as the configuration of the web app includes them. */
export const NAMES = ['locales/fr/document-names.ts', 'locales/en/document-names.ts'];
/** What reads the table, and takes the compiler a second. */
export const QUICK_FOLDERS = ['src/domain', 'src/pdf', 'src/einvoice', 'src/db'];
export const RULES_TEST = 'test/document-fields/text-fields.test.ts';
const HTTP_TEST = 'test/document-fields/text-fields-over-http.test.ts';
const DRAFT_TEST = 'web/billing/editor/draft/draft-texts.test.ts';
const MEMBERS_TEST = 'test/documents/document-fields.test.ts';

const TREE = [
  ...['src', 'web', 'test', 'bootstrap', 'migrations', 'fonts', 'examples', 'integrations', 'docs/interface'],
  ...['docs/refusals.md', 'openapi.json', 'package.json', 'tsconfig.json', 'vitest.config.ts'],
];
export const TREE_OF_RULES = [
  ...['src', 'web/client', 'web/locales', 'web/tsconfig.json', 'package.json', 'tsconfig.json'],
  'vitest.config.ts',
  ...['test/document-fields', 'test/pdf/document-fixtures.ts', 'test/support'],
];

/** A reader of the table that skips the new field, and the test that must fail. */
type Skipping = { readonly file: string; readonly from: string; readonly to: string; readonly test: string };
const MEMBERS = 'src/schemas/billing/document/text-members.ts';
export const SKIPPED_BY_COPIES: Skipping = {
  file: 'src/domain/billing/document/duplicate.ts',
  from: '(field) => textRow(field).copied',
  to: "(field) => field !== 'siteReference' && textRow(field).copied",
  test: RULES_TEST,
};
const SKIPPING: readonly Skipping[] = [
  SKIPPED_BY_COPIES,
  {
    file: 'src/pdf/layout/document-layout.ts',
    from: "typeof printed === 'object').flatMap",
    to: "typeof printed === 'object').filter(({ field }) => (field as string) !== 'siteReference').flatMap",
    test: RULES_TEST,
  },
  {
    file: 'src/einvoice/notes.ts',
    from: "({ term }) => term === 'BT-22'",
    to: "({ term, json }) => term === 'BT-22' && json !== 'siteReference'",
    test: RULES_TEST,
  },
  {
    file: 'src/db/billing/search-text.ts',
    from: '({ isSearched }) => isSearched',
    to: "({ isSearched, json }) => isSearched && json !== 'siteReference'",
    test: RULES_TEST,
  },
  {
    file: 'src/services/billing/lists/export-columns.ts',
    from: 'return row.isExported ?',
    to: "return row.isExported && field !== 'siteReference' ?",
    test: HTTP_TEST,
  },
  {
    file: 'src/services/billing/drafts/create-draft.ts',
    from: 'documentTextsFrom(input)',
    to: '{ ...documentTextsFrom(input), siteReference: undefined } as {}',
    test: HTTP_TEST,
  },
  {
    file: MEMBERS,
    from: 'membersOf(documentTextNames, (field) => from[field])',
    to: "membersOf(documentTextNames, (field) => ((field as string) === 'siteReference' ? undefined : from[field]))",
    test: HTTP_TEST,
  },
  {
    file: 'web/billing/editor/draft/draft-texts.ts',
    from: 'textFieldsOf(type).map((field) => {',
    to: "textFieldsOf(type, ({ json }) => (json as string) !== 'siteReference').map((field) => {",
    test: DRAFT_TEST,
  },
];

/** Makes a reader skip the new field while `then` runs. */
export async function skipping<T>(folder: string, { file, from, to }: Skipping, then: () => Promise<T>): Promise<T> {
  const path = join(folder, file);
  const source = await readFile(path, 'utf8');
  await replaceIn(path, from, to);
  try {
    return await then();
  } finally {
    await writeFile(path, source);
  }
}

/** Each step of the recipe in turn; returns what was not as expected. */
async function stepByStep(folder: string): Promise<string[]> {
  const wrong: string[] = [];
  const check = (what: string, found: unknown, expected: unknown): void => {
    const isRight = JSON.stringify(found) === JSON.stringify(expected);
    console.log(`${isRight ? '✔' : '✖'} ${what}: ${JSON.stringify(found)}`);
    if (!isRight) wrong.push(`${what}: expected ${JSON.stringify(expected)}`);
  };
  const table = await readFile(join(folder, TABLE), 'utf8');
  for (const property of requiredProperties) {
    await withRow(folder, property);
    const named = await namedByCompiler(folder, [TABLE]);
    check(`the compiler reports a row without ${property}`, named.includes(TABLE), true);
    await writeFile(join(folder, TABLE), table);
  }

  await withRow(folder);
  check('with its row, the server compiles', await namedByCompiler(folder, ['src']), []);
  const contentsOf = () => Promise.all(GENERATED.map((file) => readFile(join(folder, file), 'utf8')));
  const before = await contentsOf();
  check('the generator runs', await succeeds(folder, ['src/generate.ts']), true);
  const after = await contentsOf();
  const stale = GENERATED.filter((_, at) => before[at] !== after[at]);
  check('the check reports these files until they are generated', stale, GENERATED);
  const inWeb = () => namedByCompiler(folder, ['**/*.ts', '**/*.tsx'], 'web/tsconfig.json');
  check('the compiler reports the missing French name', (await inWeb()).includes(FRENCH), true);
  await withFrenchName(folder);
  check('the compiler reports the missing English name', await inWeb(), [ENGLISH]);
  await withEnglishName(folder);
  check('with its names, the web app compiles', await inWeb(), []);
  check('a test reports a member that the list of the API lacks', await passes(folder, MEMBERS_TEST), false);
  await withSchema(folder);
  for (const test of [MEMBERS_TEST, RULES_TEST, HTTP_TEST, DRAFT_TEST])
    check(`${test} passes`, await passes(folder, test), true);
  for (const each of SKIPPING) {
    const isNoticed = await skipping(folder, each, async () => !(await passes(folder, each.test)));
    check(`a test reports that ${each.file} skips the field`, isNoticed, true);
  }
  return wrong;
}

/** The files that `npm run generate` changes for a new field. */
const GENERATED = ['openapi.json', 'docs/interface/tools.md', 'web/client/schemas.ts', 'web/client/text-fields.ts'];

async function main(): Promise<void> {
  const { folder, remove } = await copiedTree(TREE);
  try {
    const wrong = await stepByStep(folder);
    for (const each of wrong) console.error(`✖ ${each}`);
    process.exitCode = wrong.length === 0 ? 0 : 1;
  } finally {
    await remove();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
