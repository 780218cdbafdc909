import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { readConfig } from '../../../src/read-config.ts';

// The Dockerfile, the compose files and the manual's page on containers name only files and
// settings that exist.

const read = (path: string): string => readFileSync(path, 'utf8');
const DOCKERFILE = read('deploy/Dockerfile');
const COMPOSE = ['deploy/compose.yaml', 'deploy/compose.postgres.yaml'] as const;
const PAGES = ['docs/fr/host/container.md', 'docs/en/host/container.md'] as const;

/** Variables of Node and of the system, which the table of settings does not list. */
const OF_THE_SYSTEM = new Set([
  'NODE_ENV',
  'LANG',
  'TZ',
  'POSTGRES_USER',
  'POSTGRES_PASSWORD',
  'POSTGRES_DB',
  'DOCKER_BUILDKIT',
]);
const settings = new Set([...read('docs/en/host/settings.md').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name));
const unknownSettings = (names: readonly string[]): string[] =>
  names.filter((name) => !settings.has(name) && !OF_THE_SYSTEM.has(name));

/** The name of each `NAME=value` in the ENV instruction, with its value. */
const environmentOfImage = (): Record<string, string> => {
  const [, pairs = ''] = /^ENV (.*)$/m.exec(DOCKERFILE) ?? [];
  return Object.fromEntries(pairs.split(' ').map((pair) => pair.split('=') as [string, string]));
};

/** The lines of a compose file below a key, without their indentation. */
function below(text: string, key: string): string[] {
  const [, indent = '', block = ''] = new RegExp(`^( *)${key}:\\n((?:\\1 +.*\\n)+)`, 'm').exec(text) ?? [];
  return block
    .split('\n')
    .map((line) => line.slice(indent.length).trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

test('the settings of the image are settings, and the service accepts them together', () => {
  const environment = environmentOfImage();
  assert.deepEqual(unknownSettings(Object.keys(environment)), []);
  const config = readConfig(environment);
  assert.deepEqual([config.dataFolder, config.host, config.port, config.httpPort], ['/data', '0.0.0.0', 8443, 8080]);
  assert.deepEqual(unknownSettings(['PORT', 'PORTS']), ['PORTS'], 'control: an unknown setting is found');
});

test('each program and folder of the project that the Dockerfile uses exists, and the build context includes it', () => {
  const used = [...DOCKERFILE.matchAll(/\b(?:bootstrap|web)\/[\w.-]+/g)].map(([path]) => path);
  assert.ok(used.includes('bootstrap/health-check.mjs') && used.includes('web/dist'), used.join());
  // The build creates it.
  const missing = used.filter((path) => path !== 'web/dist' && !existsSync(path));
  assert.deepEqual(missing, []);
  const context = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path as string);
  assert.deepEqual(
    context.filter((path) => !existsSync(path)),
    [],
  );
  const manual = ['docs/fr', 'docs/en', 'docs/screens', 'docs/manual.json'];
  for (const needed of ['src', 'web', 'bootstrap', 'migrations', 'fonts', 'package-lock.json', ...manual])
    assert.ok(context.includes(needed), needed);
});

test('the image names its user, volume, ports and health check, and each stage starts from a pinned release', () => {
  for (const instruction of ['USER 10001:10001', 'VOLUME /data', 'EXPOSE 8443 8080', 'STOPSIGNAL SIGTERM'])
    assert.match(DOCKERFILE, new RegExp(`^${instruction}$`, 'm'));
  assert.match(DOCKERFILE, /^HEALTHCHECK /m);
  const bases = [...DOCKERFILE.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, base]) => base);
  assert.deepEqual(
    [...new Set(bases)],
    ['docker.io/library/node:24-trixie-slim', 'docker.io/library/debian:trixie-slim'],
  );
  const labels = [...DOCKERFILE.matchAll(/org\.opencontainers\.image\.([\w.]+)=/g)].map(([, name]) => name);
  for (const name of ['title', 'description', 'licenses', 'source', 'version', 'revision', 'created'])
    assert.ok(labels.includes(name), name);
});

for (const path of COMPOSE) {
  const text = read(path);
  test(`${path} uses the Dockerfile, known settings, its own volumes, a memory limit and a read-only root`, () => {
    const service = text.slice(
      text.indexOf('  facturier:'),
      text.includes('\n  postgres:') ? text.indexOf('\n  postgres:') : text.length,
    );
    const { dockerfile = '', context = '' } = Object.fromEntries(
      below(service, 'build').map((line) => line.split(': ') as [string, string]),
    );
    assert.ok(existsSync(join('deploy', context, dockerfile)), `${context} ${dockerfile}`);
    const names = below(service, 'environment').map((line) => line.slice(0, line.indexOf(':')));
    assert.ok(names.includes('PUBLIC_URL'));
    assert.deepEqual(unknownSettings(names), []);
    const mounted = [...text.matchAll(/^ +- ([a-z]+):\/\S+$/gm)].map(([, name]) => name);
    const declared = [.../^volumes:\n((?: {2}.*\n)+)/m.exec(text)![1]!.matchAll(/^ {2}([a-z]+):$/gm)].map(
      ([, name]) => name,
    );
    assert.deepEqual(declared, mounted);
    assert.match(service, /^ {4}mem_limit: \d+[gm]$/m);
    assert.match(service, /^ {4}read_only: true$/m);
    assert.ok(below(service, 'cap_drop').includes('- ALL'));
  });

  test(`${path} is YAML without tabs, repeated keys or odd indentation`, () => {
    assert.deepEqual(faultsOfYaml(text), []);
  });
}

test('control: a tab, a repeated key and an odd indentation are found', () => {
  assert.equal(faultsOfYaml('a:\n\tb: 1\n').length, 1);
  assert.equal(faultsOfYaml('a: 1\nb: 2\na: 3\n').length, 1);
  assert.equal(faultsOfYaml('a:\n   b: 1\n').length, 1);
  assert.deepEqual(faultsOfYaml('# text\na:\n  - b\n  - c: 1\n'), []);
});

test('with both containers of compose.postgres.yaml, the limits add up to 1 GB', () => {
  const limits = [...read(COMPOSE[1]).matchAll(/mem_limit: (\d+)m/g)].map(([, mib]) => Number(mib));
  assert.equal(limits.length, 2);
  assert.equal(
    limits.reduce((sum, each) => sum + each, 0),
    1024,
  );
});

for (const path of PAGES)
  test(`${path} names only settings and volumes that exist, in at most 60 lines`, () => {
    const page = read(path);
    const named = [...page.matchAll(/`([A-Z][A-Z_]+)(?:=[^`]*)?`/g)].map(([, name]) => name as string);
    const passed = [...page.matchAll(/(?:--env|-e) ([A-Z_]+)=/g)].map(([, name]) => name as string);
    assert.ok(named.length >= 5 && passed.length >= 1, 'the page names settings');
    const notSettings = new Set(['SIGTERM']);
    assert.deepEqual(unknownSettings([...named, ...passed].filter((name) => !notSettings.has(name))), []);
    for (const text of ['10001', '/data', ...COMPOSE]) assert.ok(page.includes(text), text);
    assert.ok(page.trimEnd().split('\n').length <= 60);
  });

/** Faults of the part of YAML these files use: mappings, lists and comments, indented by two. */
function faultsOfYaml(text: string): string[] {
  const open: { indent: number; keys: Set<string> }[] = [];
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '' || line.trim().startsWith('#')) return [];
    const [, spaces = '', rest = ''] = /^( *)(.*)$/.exec(line) ?? [];
    const at = `line ${index + 1}: ${line}`;
    if (line.includes('\t') || spaces.length % 2 === 1) return [at];
    while (open.length > 0 && open.at(-1)!.indent > spaces.length) open.pop();
    const key = /^("?[\w.-]+"?):(?: |$)/.exec(rest)?.[1];
    if (key === undefined) return rest.startsWith('- ') ? [] : [at];
    if (open.at(-1)?.indent !== spaces.length) open.push({ indent: spaces.length, keys: new Set() });
    const { keys } = open.at(-1)!;
    if (keys.has(key)) return [at];
    keys.add(key);
    return [];
  });
}
