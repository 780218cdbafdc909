import { codeOf } from '../support/source/source-text.ts';
import { importsOf, isTest, namedFilesOf, part, type Tree } from '../support/source/source-tree.ts';
import { inSource, inWeb, isRuleFile, isScript, places, type Rule, roomOf } from './rule.ts';

const DEEDS_MAY = ['limits', 'domain', 'schemas', 'db', 'audit', 'csv', 'parsers', 'mail', 'pdf', 'einvoice'];
/**
 * The folders of `src`, and what each may import besides itself. A file directly in `src` counts as
 * a folder.
 */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'startup-error.ts': [],
  limits: [],
  domain: [],
  schemas: ['domain', 'limits', 's3-address.ts'],
  audit: ['domain'],
  csv: ['domain', 'limits'],
  xml: ['limits'],
  'bank-files': ['domain', 'limits', 'csv', 'xml'],
  'import-files': ['domain', 'limits', 'csv', 'xml', 'bank-files', 'einvoice'],
  parsers: ['domain', 'limits', 'csv', 'bank-files', 'einvoice', 'import-files'],
  einvoice: ['domain', 'xml'],
  // Stands in for another company's service, so it uses nothing of ours but the file formats.
  'trial-platform': ['domain', 'limits', 'xml', 'einvoice'],
  pdf: ['domain', 'limits'],
  db: ['limits', 'domain', 'audit', 'startup-error.ts'],
  mail: ['domain'],
  portal: ['domain', 'pdf', 'mail'],
  // The trial platform of each account is part of the service.
  services: [...DEEDS_MAY, 'trial-platform'],
  pipeline: ['services', ...DEEDS_MAY],
  api: ['archive', 'pipeline', 'services', ...DEEDS_MAY],
  archive: ['services', 'mail', 'csv', 'domain', 'db', 'audit'],
  runtime: ['db', 'startup-error.ts'],
  's3-address.ts': [],
  'config-errors.ts': ['domain'],
  'config.ts': ['domain', 's3-address.ts', 'config-errors.ts'],
  'read-config.ts': ['config.ts', 'domain', 'limits', 's3-address.ts', 'config-errors.ts', 'startup-error.ts'],
  backup: ['domain', 'db', 'audit', 'runtime', 'startup-error.ts'],
  // A client of the interface, like any other.
  demo: [],
  metrics: ['domain', 'limits'],
  queue: ['services', 'db', 'domain', 'metrics'],
  jobs: ['queue', 'backup', 'archive', 'services', 'mail', 'schemas', 'domain', 'limits', 'db', 'audit', 'metrics'],
  mcp: ['limits', 'api', 'pipeline', 'services', 'schemas', 'domain'],
  http: [
    'metrics',
    'demo',
    'mcp',
    'portal',
    'api',
    'pipeline',
    'services',
    'mail',
    'schemas',
    'domain',
    'limits',
    'db',
    'audit',
    'runtime',
    'config.ts',
    'read-config.ts',
    'startup-error.ts',
  ],
  cli: [
    'queue',
    'metrics',
    'archive',
    'backup',
    'demo',
    'trial-platform',
    'mcp',
    'pdf',
    'http',
    'jobs',
    'api',
    'pipeline',
    'services',
    'schemas',
    'domain',
    'limits',
    'db',
    'audit',
    'csv',
    'runtime',
    'config.ts',
    'read-config.ts',
    's3-address.ts',
    'startup-error.ts',
  ],
};
/** The subjects of the business, with the same name in every folder that has them. */
const subjects: ReadonlySet<string> = new Set([
  ...['home', 'billing', 'customers', 'catalogue', 'projects', 'payments'],
  ...['mail', 'portal', 'events', 'account', 'people', 'themes', 'einvoicing', 'books'],
]);
const subjectOf = (path: string): string => path.replace('src/', '').split('/')[1] ?? '';
const aroundPages = ['web/app/', 'web/client/', 'web/locales/'];
/** They connect the parts, so they may import everything; nothing imports them. */
const entries = ['main.ts', 'generate.ts'];

const DOCUMENT_WRITES = 'src/db/billing/write-documents.ts';
/** The only file that may use each of these writing functions. */
const writers: ReadonlyMap<string, string> = new Map([
  [DOCUMENT_WRITES, 'src/db/billing/write-document-group.ts'],
  ['src/db/billing/write-document-group.ts', 'src/services/billing/document-group/commit-document-group.ts'],
]);
/** Describes the changes to write, with types only. */
const FORMS = 'src/services/billing/document-group/changes-of-document-group.ts';
/**
 * The only files that write document rows: the write of a document group, and the one for data that
 * does not change a document's content.
 */
const documentWriters: ReadonlySet<string> = new Set([DOCUMENT_WRITES, 'src/db/billing/document-metadata.ts']);
const WRITES_DOCUMENTS = /(update|insert into|delete from) billing\.document\b(?!_)/g;

/** Which folder may import which, and which file may do what. */
export const importRules: readonly Rule[] = [
  {
    name: 'imports follow the layers',
    instead:
      'Move the shared part to a folder both may import (ARCHITECTURE.md, Allowed imports), or pass it as an argument.',
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
    name: 'the web app imports only schema types from the server',
    instead: 'Request it from the API (web/client/call.ts); if the API lacks it, add an operation.',
    bad: {
      'web/home/home.tsx': "import { sum } from '../../src/domain/money/money.ts';",
      'web/home/kind.ts': "import { documentTypes } from '../../src/schemas/billing/document/document-type.ts';",
    },
    offences: (tree) =>
      part(tree, inWeb).flatMap(([path, text]) => [
        ...importsOf(path, text)
          .files.filter((file) => !file.startsWith('web/') && !file.startsWith('src/schemas/'))
          .map((file) => `${path} → ${file}`),
        ...places(path, text, /^import (?!type )[^;]*src\/schemas[^;]*;/gm),
      ]),
  },
  {
    name: 'the web app and the API have the same modules',
    instead: 'Put it into the folder of the subject whose operations it calls; the basis of all screens is in web/app.',
    bad: {
      'web/settings/webhooks.tsx': '',
      'src/api/tasks/index.ts': '',
    },
    offences: (tree) =>
      part(tree, (path) => /^(web|src\/api)\/\w+\//.test(path) && isScript(path))
        .map(([path]) => path)
        .filter((path) => !subjects.has(subjectOf(path)) && !aroundPages.some((folder) => path.startsWith(folder))),
  },
  {
    name: 'the domain imports nothing outside itself',
    instead: 'Pass the domain a value; the operation that calls it gets the value from outside.',
    bad: { 'src/domain/pay.ts': "import { randomUUID } from 'node:crypto';" },
    offences: (tree) =>
      part(tree, (path) => inSource(path) && roomOf(path) === 'domain').flatMap(([path, text]) =>
        importsOf(path, text).packages.map((name) => `${path} → ${name}`),
      ),
  },
  {
    name: 'no import cycles',
    instead: 'Move what both need to a separate file that imports neither.',
    bad: {
      'web/projects/card.tsx': "import type { Project } from './board.tsx';",
      'web/projects/board.tsx': "import { Card } from './card.tsx';",
    },
    offences: circles,
  },
  {
    name: 'operations are named by verbs',
    instead:
      'Move what operations share to src/services (an action), src/domain (a rule) or src/pipeline (a step of every request), so that jobs can use it too.',
    bad: { 'src/api/customers/shown-contact.ts': 'export const shownContact = (contact: Contact) => contact;' },
    offences: (tree) =>
      part(tree, (path) => inSource(path) && path.startsWith('src/api/') && !path.endsWith('/index.ts'))
        .filter(([, text]) => !/\b(operation|[a-z]\w*Operations?)\(/.test(codeOf(text)))
        .map(([path]) => path),
  },
  {
    name: 'only commitDocumentGroup writes documents',
    instead:
      'Write a rule that returns the changed document group, and pass it to commitDocumentGroup, which updates related documents, events, stock and the audit chain.',
    bad: {
      'src/api/pay.ts': "import { move } from '../store/write-documents.ts';",
      'src/db/mail/mails.ts': 'const SENT = sql`update billing.document set life = $2 where id = $1`;',
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
    name: 'no unused files',
    instead: 'Delete it, or import it where it is needed. Entry points are named in bootstrap/ and vitest.config.ts.',
    bad: { 'src/domain/forgotten.ts': 'export const forgotten = 1;' },
    offences(tree) {
      const used = new Set([
        ...entries.map((name) => `src/${name}`),
        ...[...tree].flatMap(([path, text]) => usedBy(path, text)),
      ]);
      // Files that the test runner or a script finds by folder or name, without an import.
      const found = (path: string) => /^(bench|test\/web\/e2e)\/|^vitest\.config\.ts$/.test(path);
      return part(tree, (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !found(path))
        .map(([path]) => path)
        .filter((path) => !used.has(path));
    },
  },
  {
    name: 'no export of src is used only by tests',
    instead: 'Move it to the test that needs it, or to test/support; or delete it together with its test.',
    bad: {
      'src/domain/pay.ts': 'export const paid = 1;\nexport const paidTwice = 2;',
      'src/domain/due.ts': "import { paid } from './pay.ts';",
      'src/domain/pay.test.ts': "import { paidTwice } from './pay.ts';",
    },
    offences: onlyForTests,
  },
];

/** Exports that neither their own file nor any file except tests uses. */
function onlyForTests(tree: Tree): string[] {
  const readers = new Map<string, string[]>();
  for (const [path, text] of part(tree, (path) => isScript(path) && !isTest(path))) {
    const code = codeOf(text);
    for (const file of importsOf(path, text).files) readers.set(file, [...(readers.get(file) ?? []), code]);
  }
  return part(tree, inSource).flatMap(([path, text]) => {
    const code = codeOf(text);
    const isSaid = (name: string, others: readonly string[]): boolean => {
      const word = new RegExp(`\\b${name}\\b`, 'g');
      return (code.match(word)?.length ?? 0) > 1 || others.some((other) => other.search(word) >= 0);
    };
    return [...code.matchAll(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm)]
      .map(([, name]) => name as string)
      .filter((name) => !isSaid(name, readers.get(path) ?? []))
      .map((name) => `${path}: ${name}`);
  });
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
  for (const [path] of part(tree, (path) => inSource(path) || inWeb(path))) visit(path, []);
  return found;
}

/** Files that a file uses: those it imports, and those whose path it names. */
function usedBy(path: string, text: string): string[] {
  return isRuleFile(path) ? importsOf(path, text).files : namedFilesOf(path, text);
}
