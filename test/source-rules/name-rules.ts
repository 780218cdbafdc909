import { kinds } from '../../src/domain/billing/document/kind.ts';
import { seriesPrefixes, TEST_MARK } from '../../src/domain/billing/numbering/series.ts';
import { vatCodes } from '../../src/domain/vat/vat-code.ts';
import { blanked, codeOf } from '../support/source/source-text.ts';
import { part } from '../support/source/source-tree.ts';
import { inSource, isMigration, places, type Rule, roomOf } from './rule.ts';

/** Business terms that end like a banned name. */
const namedByTheBusiness: ReadonlySet<string> = new Set(['personal-service', 'update-personal-services']);

/** Rules for names, and where some names are not allowed. */
export const nameRules: readonly Rule[] = [
  {
    name: 'a file name states its one responsibility',
    instead:
      'Name it for what it does: document/due-date.ts, not document/date-helpers.ts. Split a file that does two things.',
    bad: { 'src/domain/date-helpers.ts': '', 'src/db/common/rows.ts': '', 'src/http/service.ts': '' },
    offences: (tree) =>
      part(tree, (path) => !isMigration(path))
        .map(([path]) => path)
        .filter((path) =>
          path
            .replace(/(\.test)?\.(tsx?|mjs)$/, '')
            .replace(/^(src\/services|test\/support\/service)\/.*/, '')
            .split('/')
            .some(
              (name) =>
                !namedByTheBusiness.has(name) && /(^|-)(utils?|helpers?|common|misc|managers?|services?)$/.test(name),
            ),
        ),
  },
  {
    name: 'the term is credit note, not asset',
    instead:
      "Use creditNote; the API's word is for src/schemas, src/http, its client src/demo and the paths of routes.",
    bad: { 'src/api/cancel.ts': "const route = 'POST /v2/billing/asset';\nconst newAsset = creditNote;" },
    offences: (tree) =>
      part(tree, (path) => inSource(path) && !['schemas', 'http', 'demo'].includes(roomOf(path))).flatMap(
        ([path, text]) => [...(/asset/i.test(path) ? [path] : []), ...assetsIn(path, text)],
      ),
  },
  {
    name: 'files and exports use glossary terms',
    instead: "Use pay, project and personal service; the API's words are for its schemas, routes and operation names.",
    bad: {
      'src/api/payments/reconcile.ts': 'export const pay = 1;',
      'src/api/projects/move.ts': 'export const updateSapProducts = 1;',
    },
    offences: (tree) =>
      part(tree, (path) => inSource(path) && !['schemas', 'http', 'demo'].includes(roomOf(path))).flatMap(
        ([path, text]) => [
          ...(OF_THE_WIRE.test(path) ? [path] : []),
          ...places(path, codeOf(text), /^export (?:async )?(?:const|function|type) \w+/gm).filter((place) =>
            OF_THE_WIRE.test(place),
          ),
        ],
      ),
  },
  {
    name: 'SQL contains no prefix, document kind or rate',
    instead:
      'Read the values from the table of kinds (src/domain/billing/document/kind.ts) and pass them as parameters, or with kindsInSql and seriesInSql. SQL sums cents; the domain converts them.',
    bad: {
      'src/db/billing/number-series.ts':
        "const LOCK = sql`select case kind when 'credit_note' then 'AV' else 'F' end from billing.document`;",
      'src/cli/late.ts':
        "const LATE = sql`select sum(net_cents / rate) from billing.document where prefix = 'TEST-F'`;",
    },
    offences: (tree) =>
      part(tree, inSource)
        .filter(([, text]) => /\b(from|into|update) billing\.\w/.test(text))
        .flatMap(([path, text]) => places(path, blanked(text, { strings: true, comments: false }), NAMED_IN_SQL)),
  },
];

const NAMED_IN_SQL = new RegExp(
  `'(${TEST_MARK})?(${seriesPrefixes.join('|')})'|${TEST_MARK}|'(${kinds.join('|')})'|${vatCodes.join('|')}|[*/][^,;\\n]{0,60}\\brate\\b`,
  'g',
);

const OF_THE_WIRE = /[rR]econcil|[oO]pportunit|[-/]sap[-.]|Sap[A-Z]/;

/**
 * Names of our own that contain "asset". A name from the contract may be used where its schema is
 * imported.
 */
function assetsIn(path: string, text: string): string[] {
  const ofContract = [...text.matchAll(/^import [^;]*?\{([^}]*)\} from '[^']*\/contract\/[^']*';/gm)].join();
  return places(path, codeOf(text), /\w*asset\w*/gi).filter(
    (place) => !ofContract.includes(place.split(' ')[1] as string),
  );
}
