import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copiedTree, insertBefore, namedByCompiler, passes } from '../support/source/copied-tree.ts';

// Checks that a new kind of document is one table row: a copy of the source tree gets one more kind
// of each nature. The files in which the compiler then finds errors, and the tests that fail, must
// be the expected ones. Run as a script it checks the whole tree and its tests.

/** The files for the compiler, and those that tests need as well. */
export const COMPILED = ['src', 'package.json', 'tsconfig.json'];
const TESTED = [...COMPILED, 'test', 'bootstrap', 'migrations', 'fonts', 'vitest.config.ts'];

/**
 * Folders with kinds that compile within a second; those with the API schemas take fifteen seconds.
 */
export const QUICK_FOLDERS = [
  ...['src/domain', 'src/einvoice', 'src/mail', 'src/pdf', 'src/db', 'src/archive/archive-index.ts'],
  ...['src/schemas/billing/document/document-type.ts', 'src/schemas/events/event-type.ts'],
];

/**
 * The files in these folders that must be edited for a new kind, because a table row cannot say it.
 */
export const NAMED_IN_QUICK_FOLDERS = [
  'src/archive/archive-index.ts',
  'src/domain/account/closure/figures.ts',
  'src/domain/billing/advance/new-advance.ts',
  'src/domain/billing/advance/planned-advances.ts',
  'src/domain/billing/advance/requested-advance.ts',
  'src/domain/billing/credit-note/new-credit-note.ts',
  'src/domain/billing/document/checks/requirements.ts',
  'src/domain/billing/document/designations.ts',
  'src/domain/billing/document/search-terms.ts',
  'src/domain/billing/document/terms/missing-payment-terms.ts',
  'src/domain/billing/estimate/consent-text.ts',
  'src/domain/billing/invoice/new-final-invoice.ts',
  'src/einvoice/build-electronic-invoice.ts',
  'src/einvoice/related-documents.ts',
  'src/einvoice/requirements.ts',
  'src/mail/document-mail.ts',
  'src/pdf/layout/document-layout.ts',
  'src/pdf/layout/tables.ts',
  'src/schemas/billing/document/document-type.ts',
  'src/schemas/events/event-type.ts',
  ...['de', 'en', 'es', 'fr', 'it', 'nl', 'pt'].map((language) => `src/pdf/locales/${language}.ts`),
].toSorted();

/** Such files in the other folders. */
const NAMED_ELSEWHERE = [
  'src/cli/developer/trigger/triggers-by-type.ts',
  'src/schemas/billing/document/document-to-json.ts',
  'src/schemas/billing/document/totals-to-json.ts',
  'src/services/billing/drafts/create-draft.ts',
  'src/services/einvoicing/replace-document.ts',
  'src/api/billing/credit-notes.ts',
  'src/api/billing/estimates.ts',
];

/** Tests that cover every kind: each must fail until the new kinds are completed. */
const MUST_FAIL = [
  'src/db/billing/document-kind-sql.test.ts',
  'src/schemas/billing/document/document-type.test.ts',
  'test/pdf/every-kind.test.ts',
  'test/mail/message-texts.test.ts',
];

/**
 * One more kind of each nature, as added by someone who forgets the rest: in an existing series,
 * with no other change.
 */
const NEW_ROWS = [
  { name: 'sixth_offer', nature: 'offer', series: 'D', turnover: 0 },
  { name: 'sixth_claim', nature: 'claim', series: 'F', turnover: 1 },
  { name: 'sixth_credit', nature: 'credit', series: 'AV', turnover: -1 },
] as const;

/** Adds a kind of each nature to a tree. */
export async function withMoreKinds(folder: string): Promise<void> {
  const rows = NEW_ROWS.map(
    ({ name, nature, series, turnover }) =>
      `  ${name}: { nature: '${nature}', series: '${series}', states: ['draft', 'finalized'], made: 'of lines', turnover: ${turnover}, stock: 0, mails: [] },\n`,
  );
  const end = '} as const satisfies Readonly<Record<string, KindRow>>;';
  await insertBefore(join(folder, 'src/domain/billing/document/kind.ts'), end, rows.join(''));
}

/**
 * Adds the content types of the new kinds: without them the compiler reports every file that reads
 * a document.
 */
export const withContents = async (folder: string): Promise<void> =>
  insertBefore(
    join(folder, 'src/domain/billing/document/document.ts'),
    '  readonly credit_note: CreditNoteContent;\n',
    NEW_ROWS.map(({ name }) => `  readonly ${name}: Said & Lined;\n`).join(''),
  );

/** `--without-tests` runs the compiler only, which is fast enough for the check of every change. */
async function main(): Promise<void> {
  const withTests = !process.argv.includes('--without-tests');
  const { folder, remove } = await copiedTree(withTests ? TESTED : COMPILED);
  const tests = withTests ? MUST_FAIL : [];
  try {
    const wrong: string[] = [];
    for (const file of tests) {
      console.log(`${file} must pass on the tree as it is…`);
      if (!(await passes(folder, file))) wrong.push(`${file} fails without any new kind`);
    }
    console.log('the compiler looks at the whole tree, with a kind more of each nature…');
    await withMoreKinds(folder);
    await withContents(folder);
    const named = await namedByCompiler(folder, ['src']);
    const expected = [...NAMED_IN_QUICK_FOLDERS, ...NAMED_ELSEWHERE].sort();
    for (const file of named) console.log(`  ${file}`);
    wrong.push(...expected.filter((file) => !named.includes(file)).map((file) => `${file} is not named`));
    wrong.push(...named.filter((file) => !expected.includes(file)).map((file) => `${file} is named, and not expected`));
    for (const file of tests) {
      console.log(`${file} must fail…`);
      if (await passes(folder, file)) wrong.push(`${file} passes`);
    }
    for (const each of wrong) console.error(`✖ ${each}`);
    if (wrong.length === 0) console.log(`✔ ${named.length} files named, ${tests.length} tests failed as they must`);
    process.exitCode = wrong.length === 0 ? 0 : 1;
  } finally {
    await remove();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
