import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import type { Beside } from '../../src/mcp/server.ts';
import { longFormOnly } from '../support/runner/long-form.ts';
import { serviceOverHttps } from '../support/service/service-over-https.ts';
import { authenticatingProxy } from './authenticating-proxy.ts';
import { suiteFixtures } from './conformance-fixtures.ts';

// The protocol's own conformance suite against the real service over HTTPS, with a real key. Only
// the tools, resources and prompts it requires by name are fixtures. It needs no network.

const suite = dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'));
const BASELINE = fileURLToPath(new URL('conformance-baseline.yml', import.meta.url));

/** Scenarios each revision requires of a server, as of its release. */
const scored = { '2025-11-25': 30, '2026-07-28': 37 } as const;
type Revision = keyof typeof scored;

for (const revision of Object.keys(scored) as Revision[]) {
  test(`every scenario ${revision} requires of a server passes, without exception`, async () => {
    const { code, said, passed } = await conform(revision, suiteFixtures());
    assert.equal(code, 0, said);
    const asked = await scoredScenarios(revision);
    assert.equal(asked.length, scored[revision]);
    assert.deepEqual(
      asked.filter((scenario) => !passed.has(scenario)),
      [],
      said,
    );
  });
}

test('the baseline allows no scenario to fail', async () => {
  const lines = (await readFile(BASELINE, 'utf8')).split('\n').filter((line) => line.trim() && !line.startsWith('#'));
  assert.deepEqual(lines, ['server: []']);
});

test('negative control: one fixture with a wrong answer fails the suite, in that scenario only', async (t) => {
  if (longFormOnly) t.skip(longFormOnly);
  const { tools, ...rest } = suiteFixtures();
  const broken = tools.map((tool) =>
    tool.listed.name === 'test_image_content' ? { ...tool, call: () => ({ content: [] }) } : tool,
  );
  const { code, passed } = await conform('2026-07-28', { ...rest, tools: broken });
  assert.notEqual(code, 0);
  const asked = await scoredScenarios('2026-07-28');
  assert.deepEqual(
    asked.filter((scenario) => !passed.has(scenario)),
    ['tools-call-image'],
  );
});

/** Runs the suite of one revision. `passed` are the scenarios without a failed check. */
async function conform(revision: Revision, besideTools: Beside) {
  const service = await serviceOverHttps({ besideTools });
  // The suite opens parallel streams within a session only, and fails without one; the service
  // answers each request independently. So the proxy adds a session, and the streams are tested.
  const namesSession = revision === '2025-11-25';
  const { cert: ca } = service.certificate;
  const proxy = await authenticatingProxy({ port: service.port(), ca, key: service.keys.live, namesSession });
  try {
    const given = ['--url', proxy.url, '--requirements', revision, '--expected-failures', BASELINE];
    const { code, said } = await run([join(suite, 'dist/index.js'), 'server', ...given]);
    const passed = new Set([...said.matchAll(/^✓ ([\w/-]+): \d+ passed, 0 failed$/gm)].map((match) => match[1] ?? ''));
    assert.deepEqual(service.logged, []);
    return { code, said, passed };
  } finally {
    proxy.close();
    await service.close();
  }
}

const run = (args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, said: `${stdout}${stderr}` });
    });
  });

async function scoredScenarios(revision: Revision): Promise<string[]> {
  const text = await readFile(join(suite, `requirements/${revision}.yaml`), 'utf8');
  const [, list = ''] = /^server:\n((?: {2}- .+\n)+)/m.exec(text) ?? [];
  return [...list.matchAll(/^ {2}- (.+)$/gm)].map((match) => match[1] ?? '');
}
