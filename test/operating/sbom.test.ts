import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const PROJECT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, PROJECT));

type Component = {
  name: string;
  version?: string;
  'bom-ref': string;
  hashes?: { alg: string; content: string }[];
  licenses?: unknown[];
};
const listed = (): string =>
  execFileSync(process.execPath, [new URL('launch/sbom.mjs', PROJECT).pathname], { encoding: 'utf8' });

test('what runs here is listed with licence and hash: every dependency of package.json, no tool of development, fonts, Node, PostgreSQL', () => {
  const text = listed();
  assert.equal(text, listed());
  const { bomFormat, specVersion, components } = JSON.parse(text) as {
    bomFormat: string;
    specVersion: string;
    components: Component[];
  };
  assert.deepEqual([bomFormat, specVersion], ['CycloneDX', '1.6']);
  const { dependencies, devDependencies } = JSON.parse(String(read('package.json'))) as Record<
    string,
    Record<string, string>
  >;
  const versions = new Map(components.map(({ name, version }) => [name, version]));
  for (const [name, version] of Object.entries(dependencies ?? {})) assert.equal(versions.get(name), version, name);
  for (const name of ['typescript', 'knip', 'saxon-js']) {
    assert.ok(devDependencies?.[name]);
    assert.equal(versions.has(name), false, name);
  }
  assert.match(versions.get('postgresql') ?? '', /^18\.\d+$/);
  assert.match(versions.get('node') ?? '', /^24\.\d+\.\d+$/);
  assert.equal(new Set(components.map((each) => each['bom-ref'])).size, components.length);
  assert.deepEqual(
    components.filter(({ licenses }) => !licenses).map(({ name }) => name),
    [],
  );
  const font = components.find((each) => each['bom-ref'].startsWith('fonts/'));
  const hash = createHash('sha256')
    .update(read(font?.['bom-ref'] ?? ''))
    .digest('hex');
  assert.deepEqual(font?.hashes, [{ alg: 'SHA-256', content: hash }]);
});
