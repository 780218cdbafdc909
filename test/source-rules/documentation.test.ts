import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, test } from 'vitest';
import { program } from '../../src/cli/program.ts';
import { lanes } from '../../src/domain/queue/queues.ts';

// Everything the documentation names must exist.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Only the change log may name what no longer exists. */
const OF_THE_PAST = 'CHANGELOG.md';

const SENTENCE_WORDS_MAX = 40;
/** Generated files. */
const NOT_PROSE = new Set(['docs/refusals.md', 'docs/interface/tools.md']);

type Page = { readonly path: string; readonly text: string };
const pages: readonly Page[] = ['*.md', 'docs/**/*.md']
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== OF_THE_PAST)
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

type Promised = { readonly what: string; readonly broken: (page: Page) => string[]; readonly bad: string };

const promises: readonly Promised[] = [
  { what: 'every link leads to a page, and to a heading of it', broken: deadLinks, bad: '[rules](docs/no-such.md)' },
  { what: 'every file and folder it names is there', broken: missingFiles, bad: 'Code: `src/domain/nowhere`.' },
  { what: 'every `npm run` is a script', broken: missingScripts, bad: '`npm run nothing -- --fast`' },
  {
    what: 'every command of `facturier` and every option of it is one',
    broken: missingCommands,
    bad: '`npx facturier verify --not-an-option`',
  },
  {
    what: `a sentence has at most ${SENTENCE_WORDS_MAX} words`,
    broken: longSentences,
    bad: `The clerk ${'who knows the clerk '.repeat(10)}asks.`,
  },
  {
    what: 'every operation it gives an address of is described',
    broken: missingRoutes,
    bad: '`GET /v2/nothing/at-all`',
  },
];

describe('the documentation', () => {
  for (const { what, broken, bad } of promises) {
    test(what, () =>
      assert.deepEqual(
        pages.flatMap((page) => broken(page).map((each) => `${page.path}: ${each}`)),
        [],
      ),
    );
    test(`${what}: a missing reference is detected`, () => assert.equal(broken({ path: 'x.md', text: bad }).length, 1));
  }

  const settings = new Set(
    [...readFileSync(`${ROOT}src/read-config.ts`, 'utf8').matchAll(/\b(?:read|unlessEmpty)\('([A-Z_]+)'/g)].map(
      ([, name]) => name,
    ),
  );

  test('.env.example names every setting, and only settings', () => {
    const named = [...readFileSync(`${ROOT}.env.example`, 'utf8').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
    assert.deepEqual(named.toSorted(), [...settings].toSorted());
  });

  for (const language of ['fr', 'en'])
    test(`the settings table (${language}) lists every setting, and each row is a setting`, () => {
      const table = pages.find(({ path }) => path === `docs/${language}/host/settings.md`)?.text ?? '';
      const rows = [...table.split('\n## ')[0]!.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
        [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
      );
      assert.ok(rows.length > 20);
      assert.deepEqual(rows.toSorted(), [...settings].toSorted());
    });

  test('every trigger, function and table that the pages about the law name is in a migration', () => {
    const migrations = globSync('migrations/**/*.sql', { cwd: ROOT }).map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    );
    const inDatabase = (name: string): boolean => migrations.some((sql) => new RegExp(`\\b${name}\\b`).test(sql));
    const named = pages
      .filter(({ path, text }) => /^docs\/(?:fr|en)\/law\//.test(path) && text.includes('| PostgreSQL |'))
      .flatMap(({ text }) =>
        [...text.matchAll(/^\|.*\| (.*) \|$/gm)].flatMap(([, cell = '']) => cell.match(/(?<=`)[a-z_]+(?=`)/g) ?? []),
      );
    assert.ok(named.includes('stay_sealed') && named.length > 20, named.join());
    assert.deepEqual(
      named.filter((name) => !inDatabase(name)),
      [],
    );
    assert.ok(!inDatabase('stay_unsealed'), 'control');
  });

  test('the jobs table lists every queue, and each row is a queue', () => {
    const { text = '' } = pages.find(({ path }) => path === 'docs/rules/jobs.md') ?? {};
    const rows = [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
    );
    assert.deepEqual(rows.toSorted(), Object.keys(lanes).toSorted());
  });
});

function deadLinks({ path, text }: Page): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => {
    if (/^[a-z]+:/.test(href)) return [];
    const [file = '', anchor] = href.split('#');
    const to = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(ROOT, to))) return [href];
    if (anchor === undefined || !to.endsWith('.md')) return [];
    const headings = [...readFileSync(join(ROOT, to), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      slug(title),
    );
    return headings.includes(anchor) ? [] : [href];
  });
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

function missingFiles({ text }: Page): string[] {
  const named = [
    ...text.matchAll(/`((?:src|test|migrations|bootstrap|bench|deploy|docs|fonts|examples|integrations)\/[\w./*-]+)`/g),
  ];
  return named.map(([, path = '']) => path).filter((path) => globSync(path, { cwd: ROOT }).length === 0);
}

/** Sentences of prose: in paragraphs, list items and table cells. */
function longSentences({ path, text }: Page): string[] {
  if (NOT_PROSE.has(path)) return [];
  const prose = text
    .replace(/```[\s\S]*?```/g, '\n\n')
    .replace(/`[^`]*`/g, 'code')
    .replace(/\]\([^)]*\)/g, ']');
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.)\s)|\|/)
    .flatMap((paragraph) => paragraph.split(/(?<=[.!?:;])\s+/))
    .map((sentence) => sentence.trim().split(/\s+/))
    .filter((words) => words.length > SENTENCE_WORDS_MAX)
    .map((words) => `${words.slice(0, 12).join(' ')} … (${words.length} words)`);
}

const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> };

function missingScripts({ text }: Page): string[] {
  return [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].flatMap(([, name = '']) =>
    name in scripts ? [] : name,
  );
}

/** Code in a page, line by line. */
const codeIn = (text: string): string[] => [
  ...[...text.matchAll(/```\w*\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.split('\n')),
  ...[...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code),
];

const facturier = program({ code: 0 });

function missingCommands({ text }: Page): string[] {
  return codeIn(text).flatMap((code) => {
    const [, said] = /(?:^|[\s(])(?:npx )?facturier ([a-z].*)$/.exec(code.split(/\s#|\s\||;/)[0] ?? '') ?? [];
    if (said === undefined) return [];
    const [name = '', part = ''] = said.split(' ');
    const found = named(facturier, name);
    const command = found && (named(found, part) ?? found);
    const options = said.match(/(?<=\s)--[a-z][a-z-]*/g) ?? [];
    return command && options.every((option) => command.options.some(({ long }) => long === option)) ? [] : [said];
  });
}

const named = (parent: Command, name: string): Command | undefined =>
  parent.commands.find((command) => command.name() === name);

let known: ReadonlySet<string> | undefined;
/** Every operation, as method and path. Read once: the file has some megabytes. */
function describedRoutes(): ReadonlySet<string> {
  const { paths } = JSON.parse(readFileSync(`${ROOT}openapi.json`, 'utf8')) as { paths: Record<string, object> };
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${shape(path)}`),
  );
  return new Set(routes);
}

function missingRoutes({ text }: Page): string[] {
  known ??= describedRoutes();
  const routes = known;
  return codeIn(text.replace(PLANNED, '')).flatMap((code) => {
    const [, method, path = ''] = /^(GET|POST|PUT|PATCH|DELETE) (\/v2\/[\w/{}-]+)/.exec(code) ?? [];
    return method === undefined || routes.has(`${method} ${shape(path)}`) ? [] : [`${method} ${path}`];
  });
}

/** Passages marked as planned, to the end of their paragraph. */
const PLANNED = /^\*Planned\.\*(?:.+\n?)*/gm;

/** A path regardless of its parameter names. For tools, `/mcp/` and the name. */
const shape = (path: string): string =>
  path
    .replace(/^(\/v2\/tools)\/[\w{}-]+$/, '$1/{}')
    .replace(/\{\w+\}/g, '{}')
    .replace(/\/$/, '');
