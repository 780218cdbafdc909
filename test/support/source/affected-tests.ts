import { blanked } from './source-text.ts';
import { importsOf, namedFilesOf, part, type Tree } from './source-tree.ts';

/**
 * The test files that a change affects, or the first changed file of which that cannot be known:
 * then it is all of them.
 */
export type AffectedTests =
  | { readonly all: true; readonly because: string }
  | { readonly all: false; readonly testFiles: readonly string[] };

/** Read by all tests, or by every process of them. */
const AFFECTS_ALL = /^(migrations|bootstrap|\.ci|test\/support\/runner)\//;
/** Read by no test. */
const AFFECTS_NONE = /^(LICENSE|biome\.json|knip\.json|\.oxlintrc\.json|\.gitignore|\.gitattributes)$/;
const SCRIPT = /\.(tsx?|mjs)$/;
const PROSE = /\.md$/;
const WEB = /^web\//;

/** Files that read others without importing them, and which. */
const READERS: readonly { readonly reader: string; readonly reads: RegExp }[] = [
  { reader: 'test/source-rules/source-rules.test.ts', reads: SCRIPT },
  { reader: 'test/sql/shard-keys.isolated.test.ts', reads: /^src\/.*(?<!\.test)\.ts$/ },
  { reader: 'test/source-rules/paths-in-docs.test.ts', reads: /./ },
  { reader: 'bootstrap/build-web.mjs', reads: WEB },
];

/**
 * Chooses among test files: those that changed, those beside a changed file, those that import or
 * start one directly or through others, and those that read the changed text. Imports of types
 * alone do not count: they change no behaviour.
 */
export function affectedTests(tree: Tree, changed: readonly string[], testFiles: readonly string[]): AffectedTests {
  const because = changed.find((path) => AFFECTS_ALL.test(path) || !isKnown(path));
  if (because !== undefined) return { all: true, because };
  const relevant = changed.filter((path) => !AFFECTS_NONE.test(path));
  const affected = new Set([
    ...relevant,
    ...relevant.map((path) => path.replace(/\.tsx?$/, '.test.ts')),
    ...READERS.filter(({ reads }) => relevant.some((path) => reads.test(path))).map(({ reader }) => reader),
    ...(relevant.some((path) => PROSE.test(path)) ? readersOfProse(tree) : []),
  ]);
  const dependents = dependentsIn(tree);
  for (const path of affected) for (const dependent of dependents.get(path) ?? []) affected.add(dependent);
  return { all: false, testFiles: testFiles.filter((path) => affected.has(path)) };
}

/** Settings, fixtures and other data are read by tests in ways that no import shows. */
const isKnown = (path: string): boolean =>
  AFFECTS_NONE.test(path) ||
  PROSE.test(path) ||
  WEB.test(path) ||
  (SCRIPT.test(path) && /^(src|test|bench)\//.test(path));

/** Which files import or start a file, deleted files included. */
function dependentsIn(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>();
  for (const [path, text] of part(tree, (each) => SCRIPT.test(each))) {
    const running = text.replace(TYPES_ALONE, '');
    for (const file of new Set([...importsOf(path, running).files, ...namedFilesOf(path, running)])) {
      const known = dependents.get(file);
      if (known) known.push(path);
      else dependents.set(file, [path]);
    }
  }
  return dependents;
}

const TYPES_ALONE = /^(?:import|export) type [^;'"]* from '[^']*';$/gm;

const readersOfProse = (tree: Tree): string[] =>
  part(tree, (path) => path.endsWith('.test.ts') || path.startsWith('test/'))
    .filter(([, text]) => /\.md['"`]/.test(blanked(text, { strings: true, comments: false })))
    .map(([path]) => path);
