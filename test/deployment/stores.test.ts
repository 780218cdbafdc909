import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, test } from 'vitest';
import { parse } from 'yaml';
import { serviceVersion } from '../../src/runtime/service-version.ts';

// The files for application stores follow the published format of each store.

// biome-ignore lint/suspicious/noExplicitAny: files of other programs
type Data = any;
const ROOT = new URL('../..', import.meta.url).pathname;
const text = (path: string): string => readFileSync(`${ROOT}deploy/stores/${path}`, 'utf8');
const version = serviceVersion();
const IMAGE = `ghcr.io/facturier/facturier:${version}`;
const settings = new Set(
  [...readFileSync(`${ROOT}src/read-config.ts`, 'utf8').matchAll(/\bread\('([A-Z_]+)'/g)].map(
    ([, name]) => name as string,
  ),
);

const isText = (value: Data): boolean => typeof value === 'string' && value.trim() !== '';
const isPerLanguage = (value: Data): boolean =>
  isText(value?.en_US) && Object.keys(value).every((language) => /^[a-z]{2}_[A-Z]{2}$/.test(language));
const isOneOf =
  (...values: string[]) =>
  (value: Data): boolean =>
    values.includes(value);
const isWebAddress = (value: Data): boolean => /^https:\/\/\S+$/.test(value);

/** The members a format requires, each with what it must be. */
type Format = Readonly<Record<string, (value: Data, all: Data) => boolean>>;
const faultsOf = (format: Format, all: Data): string[] =>
  Object.entries(format)
    .filter(([member, isRight]) => all[member] === undefined || !isRight(all[member], all))
    .map(([member]) => member);

const casaos: Format = {
  id: (id) => /^[\w-]+(\.[\w-]+)+$/.test(id),
  main: (main, { services }) => services[main]?.image === IMAGE,
  index: (index) => /^\//.test(index),
  port_map: (port, { services, main }) =>
    typeof port === 'string' && services[main]?.ports.some(({ published }: Data) => published === port),
  scheme: isOneOf('https'),
  icon: isWebAddress,
  title: isPerLanguage,
  tagline: isPerLanguage,
  description: isPerLanguage,
  author: isText,
  developer: isText,
  category: isOneOf('Media', 'Productivity', 'Home', 'Networking', 'AI', 'Finance', 'Social', 'Developer', 'Others'),
  architectures: (names) => names?.length === 2 && names.every((name: string) => ['amd64', 'arm64'].includes(name)),
  version: isOneOf(version),
  update_at: (day) => /^\d{4}-\d\d-\d\d$/.test(day),
};

const umbrel: Format = {
  manifestVersion: (value) => value === 1 || value === 1.1,
  id: (id) => id === 'facturier' && /^[a-z][a-z-]*$/.test(id),
  category: isOneOf('ai', 'automation', 'crypto', 'developer', 'files', 'finance', 'media', 'networking', 'social'),
  name: isText,
  version: isOneOf(version),
  tagline: (value) => isText(value) && !value.endsWith('.'),
  description: isText,
  releaseNotes: (value) => typeof value === 'string',
  developer: isText,
  website: isWebAddress,
  dependencies: (value) => Array.isArray(value) && value.length === 0,
  repo: isWebAddress,
  support: isWebAddress,
  port: (port) => Number.isInteger(port) && port > 1023 && port < 65_536,
  gallery: (value) => Array.isArray(value),
  path: (value) => value === '' || value?.startsWith('/'),
  defaultUsername: isOneOf(''),
  defaultPassword: isOneOf(''),
  submitter: isText,
  submission: (value) => typeof value === 'string',
};

const coolify: Format = {
  documentation: isWebAddress,
  slogan: isText,
  category: isOneOf('ai', 'automation', 'devtools', 'finance', 'productivity'),
  tags: (tags) => /^[a-z-]+(,[a-z-]+)*$/.test(tags),
  logo: (logo) => /^svgs\/[a-z-]+\.svg$/.test(logo),
  port: isOneOf('8080'),
};

const yunohost: Format = {
  packaging_format: isOneOf('2'),
  id: isOneOf('"facturier"'),
  name: isText,
  'description.en': (value) => value?.length < 150,
  'description.fr': (value) => value?.length < 150,
  version: (value) => new RegExp(`^"${version.replaceAll('.', '\\.')}~ynh\\d+"$`).test(value),
  maintainers: (value) => /^\[.*\]$/.test(value),
  'upstream.license': isOneOf('"Apache-2.0"'),
  'integration.yunohost': (value) => /^">= \d+(\.\d+)*"$/.test(value),
  'integration.helpers_version': isOneOf('"2.1"'),
  'integration.architectures': isOneOf('["amd64", "arm64"]'),
  'integration.multi_instance': isOneOf('true', 'false'),
  'integration.ldap': isOneOf('true', 'false', '"not_relevant"'),
  'integration.sso': isOneOf('true', 'false', '"not_relevant"'),
  'install.domain.type': isOneOf('"domain"'),
  'resources.sources.main.url': (url) => url?.endsWith(`/v${version}/facturier-${version}.tgz"`),
  'resources.sources.main.sha256': (hash) => /^"[0-9a-f]{64}"$/.test(hash),
  'resources.permissions.main.url': isOneOf('"/"'),
  'resources.ports.main.default': isOneOf('8080'),
  'resources.nodejs.version': isOneOf('"24"'),
};

const casaosFile = parse(text('casaos/docker-compose.yml'));
const coolifyText = text('coolify/facturier.yaml');
const stores: readonly { name: string; format: Format; all: Data }[] = [
  { name: 'CasaOS', format: casaos, all: { ...casaosFile['x-casaos'], services: casaosFile.services } },
  { name: 'Umbrel', format: umbrel, all: parse(text('umbrel/umbrel-app.yml')) },
  {
    name: 'Coolify',
    format: coolify,
    all: Object.fromEntries([...coolifyText.matchAll(/^# (\w+): (.+)$/gm)].map(([, name, value]) => [name, value])),
  },
  { name: 'YunoHost', format: yunohost, all: tomlOf(text('yunohost/manifest.toml')) },
];

describe.each(stores)('$name', ({ format, all }) => {
  test('the description has every required member, as the format asks', () =>
    assert.deepEqual(faultsOf(format, all), []));

  test('a missing member is found, whichever it is', () => {
    for (const member of Object.keys(format))
      assert.ok(faultsOf(format, { ...all, [member]: undefined }).includes(member), member);
  });
});

const composes: Data[] = ['casaos/docker-compose.yml', 'umbrel/docker-compose.yml', 'coolify/facturier.yaml'].map(
  (path) => ({ path, ...parse(text(path)) }),
);

test('the compose files run the image of this version, keep /data, and set only settings', () => {
  for (const { path, services } of composes) {
    for (const { image, environment = {}, volumes } of Object.values<Data>(services)) {
      assert.equal(image, IMAGE, path);
      assert.ok(
        volumes.some((each: Data) => (each.target ?? each.split(':').at(-1)) === '/data'),
        path,
      );
      const names = Array.isArray(environment)
        ? environment.map((each: string) => each.split('=')[0] as string)
        : Object.keys(environment);
      const others = names.filter((name) => !settings.has(name) && name !== 'TZ' && !name.startsWith('SERVICE_URL_'));
      assert.deepEqual(others, [], path);
    }
    assert.doesNotMatch(JSON.stringify(services), /privileged|docker\.sock|network_mode":"host/, path);
  }
});

test('the pictures the stores load are files of this repository', () => {
  const addresses = [
    ...text('casaos/docker-compose.yml').matchAll(/githubusercontent\.com\/facturier\/facturier\/main\/(\S+)/g),
  ];
  assert.ok(addresses.length > 1);
  for (const [, path] of addresses) assert.ok(existsSync(`${ROOT}${path}`), path);
});

test('the YunoHost scripts are complete and valid, and use only known variables and settings', () => {
  const scripts = globSync('yunohost/scripts/*', { cwd: `${ROOT}deploy/stores` });
  const names = scripts.map((path) => path.split('/').at(-1));
  assert.deepEqual(names.toSorted(), ['_common.sh', 'backup', 'install', 'remove', 'restore', 'upgrade']);
  for (const path of scripts) {
    execFileSync('bash', ['-n', `${ROOT}deploy/stores/${path}`]);
    if (!path.endsWith('_common.sh')) assert.match(text(path), /^source \/usr\/share\/yunohost\/helpers$/m, path);
  }
  const known = new Set([
    'APP',
    'DOMAIN',
    'PORT',
    'PORT_TLS',
    'INSTALL_DIR',
    'DATA_DIR',
    'NODEJS_DIR',
    'PATH_WITH_NODEJS',
  ]);
  for (const path of globSync('yunohost/conf/*', { cwd: `${ROOT}deploy/stores` }))
    for (const [, name] of text(path).matchAll(/__([A-Z]+(?:_[A-Z]+)*)__/g))
      assert.ok(known.has(name as string), `${path}: ${name}`);
  for (const [, name] of text('yunohost/conf/facturier.env').matchAll(/^([A-Z_]+)=/gm))
    assert.ok(settings.has(name as string), name);
});

/** The members of a TOML file by their path, with their values as they are written. */
function tomlOf(content: string): Record<string, string> {
  let section = '';
  const found: Record<string, string> = {};
  for (const line of content.split('\n').map((each) => each.trim())) {
    const [, opened] = /^\[([\w.]+)\]$/.exec(line) ?? [];
    const [, member, value] = /^([\w.]+) = (.+)$/.exec(line) ?? [];
    if (opened) section = `${opened}.`;
    if (member && value) found[section + member] = value;
  }
  return found;
}
