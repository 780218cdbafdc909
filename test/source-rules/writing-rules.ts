import { blanked, lineAt } from '../support/source/source-text.ts';
import { part } from '../support/source/source-tree.ts';
import { isScript, type Rule } from './rule.ts';

const COMMENT_COLUMNS_MAX = 100;

/**
 * The agreed first-level folders. A new one is a decision: it gets a row in ARCHITECTURE.md and a
 * name here.
 */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  src: [
    ...['api', 'archive', 'audit', 'backup', 'bank-files', 'cli', 'csv', 'db', 'demo', 'domain', 'einvoice', 'http'],
    ...[
      'import-files',
      'jobs',
      'limits',
      'mail',
      'mcp',
      'metrics',
      'parsers',
      'pdf',
      'pipeline',
      'portal',
      'queue',
      'runtime',
    ],
    ...['schemas', 'services', 'trial-platform', 'xml'],
  ],
  web: [
    ...[
      'account',
      'app',
      'billing',
      'books',
      'catalogue',
      'client',
      'customers',
      'dist',
      'events',
      'home',
      'locales',
      'mail',
    ],
    ...['einvoicing', 'payments', 'people', 'projects', 'public', 'themes'],
  ],
  test: [
    ...[
      'api',
      'archive',
      'audit',
      'bank-files',
      'bootstrap',
      'deployment',
      'document-fields',
      'document-kinds',
      'documents',
      'einvoice',
    ],
    ...[
      'faults',
      'import-files',
      'integrations',
      'isolation',
      'jobs',
      'limits',
      'load-test',
      'mail',
      'mcp',
      'mcp-tools',
      'mutants',
    ],
    ...['pdf', 'people', 'portal', 'properties', 'replica', 'scenarios', 'security', 'sharding', 'simulation'],
    ...['source-rules', 'sql', 'state-matrix', 'support', 'trial-platform', 'web', 'webhooks'],
  ],
  bench: ['capacity', 'load', 'measurements', 'process', 'seed', 'soak'],
};

/** How comments and folder names are written (STYLE.md). */
export const writingRules: readonly Rule[] = [
  {
    name: 'a first-level folder has an agreed standard name',
    instead: 'Put the file into a folder that ARCHITECTURE.md names, or add the folder there and in this rule.',
    bad: { 'src/stuff/pay.ts': '' },
    offences: (tree) => [
      ...new Set(
        part(tree, isScript)
          .map(([path]) => path.split('/'))
          .filter(([room = '', folder = '', ...rest]) => rest.length > 0 && FOLDERS[room]?.includes(folder) === false)
          .map(([room, folder]) => `${room}/${folder}`),
      ),
    ],
  },
  {
    // A directive of the linter cannot be broken.
    name: `a line of a comment has at most ${COMMENT_COLUMNS_MAX} columns`,
    instead: 'Shorten it, or break the line. If it explains what the code does, rename or restructure the code.',
    bad: { 'src/db/long.ts': `// ${'long '.repeat(20)}\n` },
    offences: (tree) =>
      part(tree, isScript).flatMap(([path, text]) => {
        const code = blanked(text, { strings: true, comments: false });
        return [...text.matchAll(/^[ \t]*(?:\/\/|\/\*|\*).*$/gm)]
          .filter(([line]) => line.length > COMMENT_COLUMNS_MAX && !/(?:biome|oxlint)-/.test(line))
          .filter(({ index, 0: line }) => code.slice(index, index + line.length).trim() === '')
          .map(({ index }) => `${path}:${lineAt(text, index)}`);
      }),
  },
];
