import assert from 'node:assert/strict';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, normalize } from 'node:path/posix';
import { describe, test } from 'node:test';
import { refusalOnTheWire } from '../src/contract/refusal-on-the-wire.ts';
import { kinds } from '../src/domain/billing/document/kind.ts';
import { seriesPrefixes, TEST_MARK } from '../src/domain/billing/numbering/series.ts';
import { vatCodes } from '../src/domain/vat/vat-code.ts';
import { operations } from '../src/operations/index.ts';
import { blanked, codeOf, lineAt } from './support/source-text.ts';
import { importsOf, isTest, part, reachedFrom, readTree, type Tree } from './support/source-tree.ts';

// The style a machine can check (STYLE.md, ARCHITECTURE.md). Each rule shows by a small bad example that it would see
// what it forbids, and says what to do instead.

// Node calls stripTypeScriptTypes experimental, though it is what runs these files; the warning would be noise.
process.removeAllListeners('warning');

type Rule = {
  readonly name: string;
  readonly instead: string;
  /** Where the rule is broken, one line each. */
  readonly offences: (tree: Tree, operationNames: readonly string[]) => string[];
  /** A tree that breaks it. */
  readonly bad: Readonly<Record<string, string>>;
};

const FUNCTION_LINES_MAX = 70;
const FILE_LINES_MAX = 400;

const DEEDS_MAY = ['limits', 'domain', 'contract', 'store', 'seal', 'spreadsheet', 'mail', 'print', 'einvoice'];
/** Rooms, and what each may import besides itself. A file straight under src is a room of its own. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'start-refused.ts': [],
  limits: [],
  domain: [],
  contract: ['domain', 'limits'],
  seal: ['domain'],
  spreadsheet: ['domain', 'limits'],
  einvoice: ['domain'],
  print: ['domain', 'limits'],
  store: ['limits', 'domain', 'seal', 'start-refused.ts'],
  mail: ['domain'],
  deeds: DEEDS_MAY,
  road: ['deeds', ...DEEDS_MAY],
  operations: ['road', 'deeds', ...DEEDS_MAY],
  archive: ['deeds', 'mail', 'spreadsheet', 'domain', 'store', 'seal'],
  ground: ['store', 'start-refused.ts'],
  'config.ts': ['domain', 'limits', 'start-refused.ts'],
  backup: ['domain', 'store', 'seal', 'ground', 'start-refused.ts'],
  // A client of the interface, like any other.
  demo: [],
  jobs: ['backup', 'deeds', 'mail', 'contract', 'domain', 'limits', 'store', 'seal'],
  mcp: ['limits', 'operations', 'road', 'deeds', 'contract', 'domain'],
  http: [
    'mcp',
    'operations',
    'road',
    'deeds',
    'mail',
    'contract',
    'domain',
    'limits',
    'store',
    'seal',
    'ground',
    'config.ts',
    'start-refused.ts',
  ],
  cli: [
    'archive',
    'backup',
    'demo',
    'mcp',
    'print',
    'http',
    'jobs',
    'operations',
    'road',
    'deeds',
    'contract',
    'domain',
    'limits',
    'store',
    'seal',
    'spreadsheet',
    'ground',
    'config.ts',
    'start-refused.ts',
  ],
};
/** They wire, so they may import everything; nothing imports them. */
const entries = ['main.ts', 'generate.ts'];

/** A business's word that ends like a banned one. */
const namedByTheBusiness: ReadonlySet<string> = new Set(['personal-service', 'update-personal-services']);

const DOCUMENT_WRITES = 'src/store/billing/write-documents.ts';
/** Who alone may write with what. */
const writers: ReadonlyMap<string, string> = new Map([
  [DOCUMENT_WRITES, 'src/store/write-family.ts'],
  ['src/store/write-family.ts', 'src/deeds/billing/commit-family.ts'],
]);
/** Says what is to be written, by its types. */
const FORMS = 'src/deeds/billing/family-writes.ts';
/** Where rows of documents are written: by the commit of a family, and where no document becomes another by it. */
const documentWriters: ReadonlySet<string> = new Set([DOCUMENT_WRITES, 'src/store/billing/document-marks.ts']);
const WRITES_DOCUMENTS = /(update|insert into|delete from) billing\.document\b(?!_)/g;

const inSource = (path: string): boolean => path.startsWith('src/') && path.endsWith('.ts') && !isTest(path);
const isScript = (path: string): boolean => /\.(ts|mjs)$/.test(path);
const isMigration = (path: string): boolean => path.startsWith('migrations/') && path.endsWith('.sql');
const roomOf = (path: string): string => path.split('/')[1] ?? '';

const rules: readonly Rule[] = [
  {
    name: 'imports go along the arrows',
    instead: 'Move the shared part to a room both may import (ARCHITECTURE.md, The arrows), or pass it in.',
    bad: { 'src/domain/pay.ts': "import { sql } from '../store/transaction.ts';" },
    offences: (tree) =>
      part(tree, inSource).flatMap(([path, text]) => {
        const room = roomOf(path);
        if (entries.includes(room)) return [];
        const allowed = arrows[room];
        if (!allowed) return [`${path}: the room ${room} is not on the map`];
        return importsOf(path, text)
          .files.filter((file) => file.startsWith('src/') && roomOf(file) !== room && !allowed.includes(roomOf(file)))
          .map((file) => `${path} → ${file}`);
      }),
  },
  {
    name: 'the domain imports nothing from outside',
    instead: 'Give the domain a value; let the operation that has the outside ask for it.',
    bad: { 'src/domain/pay.ts': "import { randomUUID } from 'node:crypto';" },
    offences: (tree) =>
      part(tree, (path) => inSource(path) && roomOf(path) === 'domain').flatMap(([path, text]) =>
        importsOf(path, text).packages.map((name) => `${path} → ${name}`),
      ),
  },
  {
    name: 'no circle of imports',
    instead: 'Take what both need into a file of its own that imports neither.',
    bad: { 'src/domain/a.ts': "import type { B } from './b.ts';", 'src/domain/b.ts': "import { a } from './a.ts';" },
    offences: circles,
  },
  {
    name: 'a file is named for the one thing it does',
    instead: 'Name it for that: document/due-date.ts, not document/date-helpers.ts. Two things are two files.',
    bad: { 'src/domain/date-helpers.ts': '', 'src/store/common/rows.ts': '', 'src/http/service.ts': '' },
    offences: (tree) =>
      part(tree, (path) => !isMigration(path))
        .map(([path]) => path)
        .filter((path) =>
          path
            .replace(/(\.test)?\.(ts|mjs)$/, '')
            .split('/')
            .some(
              (name) =>
                !namedByTheBusiness.has(name) && /(^|-)(utils?|helpers?|common|misc|managers?|services?)$/.test(name),
            ),
        ),
  },
  {
    name: 'operations are verbs only',
    instead:
      'What operations share is a deed (src/deeds), a rule (src/domain) or a part of the road (src/road); jobs can do it then, too.',
    bad: { 'src/operations/customers/shown-contact.ts': 'export const shownContact = (contact: Contact) => contact;' },
    offences: (tree) =>
      part(tree, (path) => inSource(path) && path.startsWith('src/operations/') && !path.endsWith('/index.ts'))
        .filter(([, text]) => !/\b(operation|[a-z]\w*Operations?)\(/.test(codeOf(text)))
        .map(([path]) => path),
  },
  {
    name: 'only commitFamily writes documents',
    instead:
      'Make it a rule from family to family, and hand its answer to commitFamily: relatives, events, stock and the audit chain follow from it.',
    bad: {
      'src/operations/pay.ts': "import { move } from '../store/write-documents.ts';",
      'src/store/mail/mails.ts': 'const SENT = sql`update billing.document set life = $2 where id = $1`;',
    },
    offences: (tree) =>
      part(tree, inSource).flatMap(([path, text]) => [
        ...importsOf(path, text)
          .files.filter((file) => writers.get(file) !== undefined && writers.get(file) !== path && path !== FORMS)
          .map((file) => `${path} → ${file}`),
        ...(documentWriters.has(path) ? [] : places(path, text, WRITES_DOCUMENTS)),
      ]),
  },
  {
    name: 'our word is credit note, not asset',
    instead:
      "Say creditNote; the interface's word belongs to src/contract, src/http, its client src/demo and the text of routes.",
    bad: { 'src/operations/cancel.ts': "const route = 'POST /v2/billing/asset';\nconst newAsset = creditNote;" },
    offences: (tree) =>
      part(tree, (path) => inSource(path) && !['contract', 'http', 'demo'].includes(roomOf(path))).flatMap(
        ([path, text]) => [...(/asset/i.test(path) ? [path] : []), ...assetsIn(path, text)],
      ),
  },
  {
    name: 'files and exports are named in the words of the glossary',
    instead:
      "Say pay, project and personal service; the interface's words belong to its schemas, to routes and to names of operations.",
    bad: {
      'src/operations/payments/reconcile.ts': 'export const pay = 1;',
      'src/operations/projects/move.ts': 'export const updateSapProducts = 1;',
    },
    offences: (tree) =>
      part(tree, (path) => inSource(path) && !['contract', 'http', 'demo'].includes(roomOf(path))).flatMap(
        ([path, text]) => [
          ...(OF_THE_WIRE.test(path) ? [path] : []),
          ...places(path, codeOf(text), /^export (?:async )?(?:const|function|type) \w+/gm).filter((place) =>
            OF_THE_WIRE.test(place),
          ),
        ],
      ),
  },
  {
    name: 'no clock and no chance in the domain',
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
    instead: 'Give its parts names and put them below it, in the order it calls them.',
    bad: { 'src/store/long.ts': `function long(a: number): number {\n${'  a++;\n'.repeat(70)}  return a;\n}` },
    offences: (tree) => part(tree, inSource).flatMap(([path, text]) => longFunctions(path, text)),
  },
  {
    name: `a file has at most ${FILE_LINES_MAX} lines`,
    instead: 'It does more than one thing: make it two files, each named for its own.',
    bad: { 'src/store/long.ts': 'a();\n'.repeat(401) },
    offences: (tree) =>
      part(tree, (path) => path.startsWith('src/') && isScript(path))
        .map(([path, text]) => [path, text.trimEnd().split('\n').length] as const)
        .filter(([, lines]) => lines > FILE_LINES_MAX)
        .map(([path, lines]) => `${path}: ${lines} lines`),
  },
  {
    name: 'a migration starts by saying why',
    instead: 'Begin it with a comment of a sentence: what is now possible, or what was wrong.',
    bad: { 'migrations/0002-colours.sql': '-- colours\nalter table account add colour text;' },
    offences: (tree) =>
      part(tree, isMigration)
        .filter(([, text]) => !/^-- (\S+[^\S\n]+){3,}/.test(text))
        .map(([path]) => path),
  },
  {
    name: 'every refusal is tested by its code',
    instead: "Provoke it in a test and compare its code, ours or the interface's: 'nothing_due'.",
    bad: {
      'src/domain/refusal.ts': "export type Refusal = { refused: 'nothing_due' };",
      'test/pay.test.ts': "// 'nothing_due' is only mentioned here",
    },
    offences: untestedRefusals,
  },
  {
    name: 'every operation is named in a test',
    instead: "Name it in the title of the test that tries it: test('finalize-billing gives the number', …).",
    bad: { 'test/finalize.test.ts': "// finalize-billing\ntest('it finalizes', () => {});" },
    offences(tree, operationNames) {
      const tests = textOfTests(tree);
      return operationNames.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(tests));
    },
  },
  {
    name: 'no code is made of text, and no pattern of what came in',
    instead:
      'Write the function; compare with includes or a fixed pattern. A pattern made of constants has a NAME_IN_CAPITALS.',
    bad: {
      'src/store/rule.ts': "const rule = new Function('a', text);",
      'src/http/find.ts': 'const found = new RegExp(query.search).test(name);',
    },
    offences: (tree) =>
      part(tree, (path) => path.startsWith('src/') && isScript(path) && !path.endsWith('.test.ts')).flatMap(
        ([path, text]) =>
          places(path, codeOf(text), /\beval\(|\bnew Function\(|\bnode:vm\b|(?<!const [A-Z_]+ = )\bnew RegExp\(/g),
      ),
  },
  {
    name: 'SQL names no prefix, no kind and no rate',
    instead:
      'Read the row of the kind (src/domain/billing/document/kind.ts) and pass it as a parameter, or by kindsInSql and seriesInSql; let SQL sum cents and the domain convert them.',
    bad: {
      'src/store/billing/series.ts':
        "const LOCK = sql`select case kind when 'credit_note' then 'AV' else 'F' end from billing.document`;",
      'src/cli/late.ts':
        "const LATE = sql`select sum(net_cents / rate) from billing.document where prefix = 'TEST-F'`;",
    },
    offences: (tree) =>
      part(tree, inSource)
        .filter(([, text]) => /\b(from|into|update) billing\.\w/.test(text))
        .flatMap(([path, text]) => places(path, blanked(text, { strings: true, comments: false }), NAMED_IN_SQL)),
  },
  {
    name: 'no dead file',
    instead: 'Delete it, or import it where it is needed. Entry points are named in launch/.',
    bad: { 'src/domain/forgotten.ts': 'export const forgotten = 1;' },
    offences(tree) {
      const used = new Set([
        ...entries.map((name) => `src/${name}`),
        ...[...tree].flatMap(([path, text]) => usedBy(path, text)),
      ]);
      return part(tree, (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('bench/'))
        .map(([path]) => path)
        .filter((path) => !used.has(path));
    },
  },
  {
    name: 'nothing sealed holds a secret',
    instead:
      'Keep it by a key outside the database, and make it where it is answered (docs/decisions/0032-no-secret-is-sealed.md).',
    bad: {
      'src/domain/billing/document/document.ts': "import type { Party } from '../../customers/party.ts';",
      'src/domain/customers/party.ts': 'export type Party = { readonly token?: string };',
    },
    offences: (tree) => [
      ...[...reachedFrom(tree, SEALED)]
        .filter((path) => path !== 'src/seal/secret.ts')
        .flatMap((path) => places(path, codeOf(tree.get(path) ?? ''), SECRET)),
      // What compiles there is proven to hold none, by the mark of the type too.
      ...part(tree, (path) => path === 'src/seal/canonical-json.ts')
        .filter(([, text]) => !text.includes('(value: T & HoldsNoSecret<T>)'))
        .map(([path]) => `${path}: takes anything`),
    ],
  },
  {
    name: 'nothing is left for later, and no type is silenced',
    instead: 'Do it, or open an issue; say the type, or narrow it where the value comes in.',
    // What the rule forbids, written out: this line and the two patterns below are the only places that may.
    bad: { 'src/store/rows.ts': 'const row = found as any; // TODO: type it' },
    offences: (tree) =>
      [...tree].flatMap(([path, text]) => [
        ...places(path, isScript(path) ? blanked(text, { strings: false, comments: true }) : text, LEFT_FOR_LATER),
        ...(isScript(path) ? places(path, codeOf(text), /\bas any\b|<any>/g) : []),
      ]),
  },
];

const NAMED_IN_SQL = new RegExp(
  `'(${TEST_MARK})?(${seriesPrefixes.join('|')})'|${TEST_MARK}|'(${kinds.join('|')})'|${vatCodes.join('|')}|[*/][^,;\\n]{0,60}\\brate\\b`,
  'g',
);

/** Where the types of what is hashed, signed and chained are. */
const SEALED = [
  'src/domain/billing/document/document.ts',
  'src/domain/payments/payment.ts',
  'src/domain/account/closure/closure.ts',
  'src/domain/account/settings.ts',
  'src/seal/chain-link.ts',
  'src/seal/standing-digest.ts',
];
const SECRET = /\b(token|secret|password|passphrase|apiKey|privateKey|portal\w*)\??:|\bSecret\b/g;

const OF_THE_WIRE = /[rR]econcil|[oO]pportunit|[-/]sap[-.]|Sap[A-Z]/;

const LEFT_FOR_LATER = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)/g;

describe('the tree is tidy', () => {
  const tree = readTree();
  const names = (operations as readonly { name: string }[]).map(({ name }) => name);
  for (const rule of rules) {
    test(rule.name, () => {
      const offences = rule.offences(tree, names);
      assert.equal(offences.length, 0, `\n  ${offences.join('\n  ')}\n  → ${rule.instead}\n`);
    });

    test(`${rule.name}: the bad example is caught`, () => {
      const caught = rule.offences(new Map(Object.entries(rule.bad)), ['finalize-billing']);
      assert.ok(caught.length > 0, 'a rule that catches nothing proves nothing');
    });
  }

  test('strings, comments, templates and regular expressions are told from code', () => {
    const source =
      "const a = 'x // y'; // asset\nconst b = `asset ${asset('}')} asset`; const c = /asset'/.test(b) / 2;";
    assert.deepEqual(codeOf(source).match(/asset|const|test/g), ['const', 'const', 'asset', 'const', 'test']);
    assert.equal(codeOf(source).length, source.length);
  });
});

/** Every match of a pattern, with its line. */
const places = (path: string, text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => `${path}:${lineAt(text, match.index)}: ${match[0]}`);

/** Names of ours that say asset. A name the contract gives its own schema may be used where that schema is. */
function assetsIn(path: string, text: string): string[] {
  const ofContract = [...text.matchAll(/^import [^;]*?\{([^}]*)\} from '[^']*\/contract\/[^']*';/gm)].join();
  return places(path, codeOf(text), /\w*asset\w*/gi).filter(
    (place) => !ofContract.includes(place.split(' ')[1] as string),
  );
}

function circles(tree: Tree): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(' → '));
    const text = tree.get(path);
    if (done.has(path) || text === undefined) return;
    done.add(path);
    for (const file of importsOf(path, text).files) visit(file, [...way, path]);
  };
  for (const [path] of part(tree, inSource)) visit(path, []);
  return found;
}

/** Bodies are told by what stands before their brace: an arrow, or the parameters of a function or method. */
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

/** The strings of all tests but this one, titles included; comments do not count. */
const textOfTests = (tree: Tree): string =>
  part(tree, (path) => isTest(path) && path !== 'test/tidy.test.ts')
    .map(([, text]) => blanked(text, { strings: true, comments: false }))
    .join('\n');

function untestedRefusals(tree: Tree): string[] {
  const codes = [...(tree.get('src/domain/refusal.ts') ?? '').matchAll(/refused: '(\w+)'/g)].map(
    ([, code]) => code as string,
  );
  const tests = textOfTests(tree);
  const isTested = (code: string) => ["'", '"', '`'].some((quote) => tests.includes(`${quote}${code}${quote}`));
  const told = refusalOnTheWire as Readonly<Record<string, { code: string }>>;
  return codes.filter((code) => !isTested(code) && !isTested(told[code]?.code ?? code));
}

/** Files a file brings to life: those it imports, and those whose path it names. */
function usedBy(path: string, text: string): string[] {
  const code = blanked(text, { strings: true, comments: false });
  const named = [...code.matchAll(/['"`=/](?:\.\/)?((?:src|test)\/[\w./-]+\.ts)/g)].map((match) => match[1] as string);
  const beside = [...code.matchAll(/['"`](\.{1,2}\/[\w./-]+\.ts)['"`]/g)].map((match) =>
    normalize(join(dirname(path), match[1] as string)),
  );
  return path === 'test/tidy.test.ts' ? importsOf(path, text).files : [...named, ...beside];
}
