import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { test } from 'vitest';
import { type Bom, cyclonedxProblems } from './cyclonedx-rules.ts';

const PROJECT = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, PROJECT));
const listed = (): string =>
  execFileSync(process.execPath, [new URL('bootstrap/sbom.mjs', PROJECT).pathname], { encoding: 'utf8' });
const bom = (): Bom => JSON.parse(listed());

test('the SBOM lists every runtime dependency, the fonts, Node and PostgreSQL with licence and hash; no dev tools', () => {
  const text = listed();
  assert.equal(text, listed());
  const { bomFormat, specVersion, components } = JSON.parse(text) as Bom;
  assert.deepEqual([bomFormat, specVersion], ['CycloneDX', '1.6']);
  const { dependencies, devDependencies } = JSON.parse(String(read('package.json'))) as Record<
    string,
    Record<string, string>
  >;
  const versions = new Map(components.map(({ name, version }) => [name, version]));
  for (const [name, version] of Object.entries(dependencies ?? {})) assert.equal(versions.get(name), version, name);
  // They are in the built pages, though only the build needs the packages.
  for (const name of ['react', 'scheduler', '@tanstack/router-core'])
    assert.equal(typeof versions.get(name), 'string', name);
  for (const name of ['typescript', 'knip', 'saxon-js', 'vite', 'playwright-core']) {
    assert.ok(devDependencies?.[name]);
    assert.equal(versions.has(name), false, name);
  }
  assert.match(versions.get('postgresql') ?? '', /^18\.\d+$/);
  assert.match(versions.get('node') ?? '', /^24\.\d+\.\d+$/);
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

test('the SBOM has the structure CycloneDX 1.6 requires', () => {
  assert.deepEqual(cyclonedxProblems(bom()), []);
});

/** Ways an SBOM can be wrong. */
const ways: readonly [fault: string, spoil: (list: any) => void][] = [
  ['an unknown member', (list) => Object.assign(list, { packages: [] })],
  ['another format', (list) => Object.assign(list, { bomFormat: 'SPDX' })],
  ['an invalid serial number', (list) => Object.assign(list, { serialNumber: 'urn:uuid:1' })],
  ['an invalid version number', (list) => Object.assign(list, { version: 0 })],
  ['a component without a name', ({ components }) => delete components[3].name],
  ['a component with an unknown type', ({ components }) => Object.assign(components[0], { type: 'package' })],
  ['an unknown member of a component', ({ components }) => Object.assign(components[0], { license: 'MIT' })],
  ['the same component twice', ({ components }) => components.push(components[0])],
  ['a hash in base64', ({ components }) => Object.assign(components[0].hashes[0], { content: '3q2+7w==' })],
  ['a hash with an unknown algorithm', ({ components }) => Object.assign(components[0].hashes[0], { alg: 'sha512' })],
  ['two expressions of a licence', ({ components }) => components[1].licenses.push({ expression: 'MIT' })],
  [
    'an expression with a lower-case or',
    ({ components }) => Object.assign(components[1].licenses[0], { expression: 'MIT or ISC' }),
  ],
  ['an unlisted dependency', ({ dependencies }) => dependencies[0].dependsOn.push('left-pad')],
  ['a dependency named twice', ({ dependencies: [first] }) => first.dependsOn.push(first.dependsOn[0])],
  ['a missing root component', ({ metadata }) => delete metadata.component],
];

test(`control: each of ${ways.length} structural violations is found`, () => {
  for (const [fault, spoil] of ways) {
    const list = bom();
    spoil(list);
    assert.notDeepEqual(cyclonedxProblems(list), [], fault);
  }
});

const SCHEMAS = process.env.CYCLONEDX_SCHEMAS;
/**
 * Tests make no external requests and the schemas are not part of the project: CONTRIBUTING.md says
 * where to get them.
 */
const skip = SCHEMAS ? false : 'CYCLONEDX_SCHEMAS does not say where the official schemas are (CONTRIBUTING.md)';

test('the SBOM passes the official schemas, and one without a name does not', (t) => {
  if (skip) t.skip(skip);
  const official = (name: string) => JSON.parse(readFileSync(join(SCHEMAS as string, name), 'utf8'));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ['spdx.schema.json', 'jsf-0.82.schema.json']) ajv.addSchema(official(name));
  const isValid = ajv.compile(official('bom-1.6.schema.json'));
  assert.equal(isValid(bom()), true, JSON.stringify(isValid.errors));
  const list: any = bom();
  delete list.components[0].name;
  assert.equal(isValid(list), false);
});
