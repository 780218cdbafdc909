import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'vitest';
import { program } from '../../src/cli/program.ts';
import { serviceVersion } from '../../src/runtime/service-version.ts';
import { committedDescription } from '../support/openapi/served-description.ts';

// package.json has the version; the places that cannot read it must agree with it. The MCP server
// is checked in test/mcp/tools.test.ts.

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const versionIn = (path: string): unknown => JSON.parse(text(path)).version;

test('the packages, the lock file, the API description, the command line and the image have one version', () => {
  const lock = JSON.parse(text('package-lock.json'));
  const version = serviceVersion();
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(
    {
      lock: lock.version,
      packageInLock: lock.packages[''].version,
      n8n: versionIn('integrations/n8n/package.json'),
      zapier: versionIn('integrations/zapier/package.json'),
      server: committedDescription().servers[0].description,
      command: program({ code: 0 }).version(),
      image: /^ARG VERSION=(.*)$/m.exec(text('deploy/Dockerfile'))?.[1],
    },
    {
      ...{ lock: version, packageInLock: version, n8n: version, zapier: version },
      ...{ server: `Facturier ${version}`, command: version, image: version },
    },
  );
});

test('the changelog has a dated entry for this version, above the entries of older versions', () => {
  const headings = [...text('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, title]) => title as string);
  const released = headings.filter((title) => title !== 'Unreleased');
  assert.match(released[0] as string, new RegExp(`^${serviceVersion()} \\(\\d{4}-\\d\\d-\\d\\d\\)$`));
});

test('a breaking change in the changelog says what to do', () => {
  const silent = (changelog: string): string[] =>
    changelog
      .split(/\n(?=- |#|\n)/)
      .filter((entry) => /^- \*\*Breaking:/.test(entry) && !/\*\*What to do:\*\* \w/.test(entry));
  assert.match(text('CHANGELOG.md'), /^- \*\*Breaking:\*\*/m);
  assert.deepEqual(silent(text('CHANGELOG.md')), []);
  assert.equal(
    silent('\n- **Breaking:** a field is gone.\n- **Breaking:** another. **What to do:** read the new one.\n').length,
    1,
  );
});

test('the documentation names the package file of this version', () => {
  const named = globSync(['*.md', 'docs/**/*.md'])
    .filter((path) => path !== 'CHANGELOG.md')
    .flatMap((path) => [...text(path).matchAll(/facturier-(\d+\.\d+\.\d+)\.tgz/g)].map(([, version]) => version));
  assert.ok(named.length > 0);
  assert.deepEqual([...new Set(named)], [serviceVersion()]);
});
