import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { productTypes } from '../../../src/domain/billing/document/lines/line.ts';
import { productUnits } from '../../../src/domain/billing/document/lines/product-unit.ts';
import { vatCodes } from '../../../src/domain/vat/vat-code.ts';
import { APP, Base, fileOf, Groups, Manifest, type Parameter, Parameters, readFile, Samples, schemaOf } from './app.ts';
import { misfits } from './interface-check.ts';

// Checks the files of the Make app without a service: all exist, have the documented format, and
// match each other.

const manifest = fileOf('makecomapp.json', Manifest);
const { connection, webhook, module: modules, rpc } = manifest.components;
const components = [connection, webhook, modules, rpc].flatMap((kind) => Object.values<HasFiles>(kind));
type HasFiles = { codeFiles: Readonly<Record<string, string | null>> };
const named = [manifest.generalCodeFiles, ...components.map(({ codeFiles }) => codeFiles)]
  .flatMap((files) => Object.values<string | null>(files))
  .filter((file) => file !== null);
const codeFiles = named.filter((file) => file.endsWith('.json'));

test('the app contains exactly the files that makecomapp.json names', () => {
  // Files whose names begin with a dot are not part of the app, for example the user's key for
  // deploying it.
  const there = readdirSync(APP, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name).slice(APP.length).replaceAll('\\', '/') }))
    .filter(({ entry, path }) => entry.isFile() && !/(^|\/)\./.test(path));
  assert.deepEqual(there.map(({ path }) => path).sort(), [...named, 'makecomapp.json'].sort());
});

test('every file is JSON with documented members only', () => {
  for (const file of codeFiles) {
    const { success, error } = schemaOf(file).safeParse(readFile(file));
    assert.ok(success, `${file}: ${error}`);
  }
});

test('control: an undocumented member, a POST without a body and a missing file kind are detected', () => {
  const attach = readFile('webhooks/new-event/new-event.attach.iml.json') as object;
  assert.ok(!schemaOf('x.attach.iml.json').safeParse({ ...attach, retries: 3 }).success);
  assert.ok(!schemaOf('x.attach.iml.json').safeParse({ ...attach, body: undefined }).success);
  const trigger = { ...modules['watchEvents'], codeFiles: { communication: 'a' } };
  const broken = { ...manifest, components: { ...manifest.components, module: { watchEvents: trigger } } };
  assert.ok(Manifest.safeParse(manifest).success);
  assert.ok(!Manifest.safeParse(broken).success);
});

test('the files validate against Make’s own schemas; without the schemas, a message says how to get them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'syntaxes-'));
  try {
    mkdirSync(join(folder, 'imljson/schemas'), { recursive: true });
    mkdirSync(join(folder, 'local-development/schemas'), { recursive: true });
    for (const name of ['api', 'base', 'groups', 'parameters', 'samples', 'scope']) {
      writeFileSync(join(folder, `imljson/schemas/${name}.json`), '{}');
    }
    const schema = join(folder, 'local-development/schemas/makecomapp.schema.json');
    writeFileSync(schema, JSON.stringify({ required: ['fileVersion'] }));
    assert.equal(official(folder).status, 0);
    writeFileSync(schema, JSON.stringify({ required: ['licence'] }));
    const { status, stdout } = official(folder);
    assert.equal(status, 1);
    assert.match(stdout, /^makecomapp\.json: .*licence/);
    assert.equal(official().status, 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const official = (...folder: string[]) => {
  const script = fileURLToPath(new URL('./official-schemas.ts', import.meta.url));
  return spawnSync(process.execPath, [script, ...folder], { encoding: 'utf8' });
};

test('referenced connections, webhooks and lists exist, and every module belongs to one group', () => {
  for (const each of [...Object.values(webhook), ...Object.values(rpc), ...Object.values(modules)]) {
    assert.ok(each.connection === null || each.connection in connection, each.label);
  }
  const triggers = Object.values(modules).filter((each) => each.moduleType === 'instant_trigger');
  assert.deepEqual(
    triggers.map((trigger) => trigger.webhook),
    Object.keys(webhook),
  );
  const lists = codeFiles.flatMap((file) => [...readFileSync(APP + file, 'utf8').matchAll(/rpc:\/\/(\w+)/g)]);
  assert.deepEqual(new Set(lists.map(([, name]) => name)), new Set(Object.keys(rpc)));
  const grouped = fileOf(manifest.generalCodeFiles.groups, Groups).flatMap((group) => group.modules);
  assert.deepEqual(grouped.sort(), Object.keys(modules).sort());
});

test('units, VAT codes and line natures match those of the service', () => {
  for (const name of ['createInvoice', 'addLines', 'replaceLines']) {
    const form = formOf(name).find((parameter) => parameter.name === 'lines')?.spec as Parameter[];
    const choices = (of: string) =>
      form.flatMap(({ name, options }) => (name === of && Array.isArray(options) ? options : [])).map(valueOf);
    assert.deepEqual(choices('quantityUnit').sort(), [...productUnits].sort());
    assert.deepEqual(choices('vatCode').sort(), [...vatCodes].sort());
    assert.deepEqual(choices('type').sort(), [...productTypes].sort());
  }
});

test('modules that return a document describe it the same way', () => {
  const documents = Object.values(modules).map((each) => readFileSync(APP + each.codeFiles.interface, 'utf8'));
  const described = documents.filter((text) => text.includes('"finalizeRequirements"'));
  assert.equal(described.length, 6);
  assert.equal(new Set(described).size, 1);
});

test('every sample matches the interface of its module', () => {
  for (const [name, { codeFiles }] of Object.entries(modules)) {
    const described = fileOf(codeFiles.interface, Parameters);
    const sample = fileOf(codeFiles.samples, Samples);
    assert.deepEqual(misfits(described, sample), [], name);
    const unknown = Object.keys(sample).filter((member) => !described.some((parameter) => parameter.name === member));
    assert.deepEqual(unknown, [], name);
  }
});

test('the connection, the webhook and the base each define error handling and hide the key in logs', () => {
  // Make applies the base to modules and lists (RPCs) only.
  const standing = ['connections/api-key/api-key.communication.iml.json'].concat(
    ['attach', 'detach', 'update'].map((kind) => `webhooks/new-event/new-event.${kind}.iml.json`),
  );
  const { headers, log, response } = fileOf(manifest.generalCodeFiles.base, Base);
  assert.deepEqual(Object.keys(headers), ['Authorization', 'Accept-Language']);
  for (const file of standing) {
    const own = readFile(file) as { url: string; log: typeof log; response: typeof response; headers: typeof headers };
    assert.ok(/^\{\{(parameters|connection)\.baseUrl\}\}\//.test(own.url), file);
    assert.deepEqual(own.response.error, response.error, file);
    assert.deepEqual(Object.keys(own.headers), Object.keys(headers), file);
    assert.ok(own.log.sanitize.includes('request.headers.authorization'), file);
  }
  assert.ok(log.sanitize.includes('request.headers.authorization'));
});

const valueOf = ({ value }: { value: string }): string => value;
const formOf = (name: string): Parameter[] => fileOf(modules[name]?.codeFiles.mappableParams ?? null, Parameters);
