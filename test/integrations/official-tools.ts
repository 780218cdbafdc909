import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOfScript } from '../support/runner/script-options.ts';

// Tests the n8n and Zapier packages with the platforms' own tools, which are too large to be
// dependencies of this project, or have a license that does not allow it. Everything is installed
// in a separate folder that is kept, so that the next run is fast:
//   npm run integrations [-- --folder <folder>] [--n8n]
// With --n8n it also installs n8n itself (1.7 GB) in <folder>/n8n-itself, unless already installed,
// and runs a workflow in it.

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Milliseconds one step may take; the first installation of n8n's tools takes minutes. */
const STEP_MS_MAX = 20 * 60_000;

type Said = { ok: boolean; said: string };
type Step = { name: string; run: () => Said };

const { values } = optionsOfScript('npm run integrations -- [--folder <folder>] [--n8n]', {
  options: { folder: { type: 'string' }, n8n: { type: 'boolean', default: false } },
});
const folder = values.folder ?? join(tmpdir(), 'facturier-integrations');
const [n8n, n8nItself, zapier] = [join(folder, 'n8n'), join(folder, 'n8n-itself'), join(folder, 'zapier')];
console.log(`In ${folder}:`);

const chains: Step[][] = [
  [
    { name: 'n8n: install its tools', run: () => installN8n() },
    { name: "n8n: n8n's own linter", run: () => npx(n8n, 'n8n-node', 'lint') },
    { name: "n8n: n8n's own builder", run: () => npx(n8n, 'n8n-node', 'build') },
    {
      name: 'n8n: run its build with the real n8n-workflow against the service',
      run: () => tests('test/integrations/n8n/n8n.test.ts', { N8N_PACKAGE: n8n }),
    },
    ...(values.n8n ? stepsOfN8nItself() : []),
  ],
  [
    { name: 'Zapier: install its packages', run: () => install(zapier, 'zapier') },
    {
      name: "Zapier: Zapier's own validation, as far as it works without an account",
      run: () => npx(zapier, 'zapier-platform', 'validate', '--without-style'),
    },
    {
      name: 'Zapier: run the app with the real zapier-platform-core against the service',
      run: () => tests('test/integrations/zapier/zapier.test.ts', { ZAPIER_PACKAGE: zapier }),
    },
  ],
];
process.exitCode = chains.map(runChain).includes(false) ? 1 : 0;

/** Runs the steps of one package; each uses the result of the one before. */
function runChain(steps: readonly Step[]): boolean {
  for (const { name, run } of steps) {
    const began = performance.now();
    const { ok, said } = run();
    console.log(`${ok ? '✔' : '✖'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
    if (ok) continue;
    console.log(said.trimEnd().replaceAll(/^/gm, '  '));
    return false;
  }
  return true;
}

/**
 * n8n-workflow is a peer dependency, which n8n provides. The linter has hundreds of dependencies
 * for language-model nodes, which this package does not need: they are replaced by one that is
 * installed anyway.
 */
function installN8n(): Said {
  return install(n8n, 'n8n', (manifest) => ({
    ...manifest,
    devDependencies: { ...manifest.devDependencies, 'n8n-workflow': '2' },
    overrides: { '@n8n/ai-node-sdk': 'npm:picocolors@1.0.1' },
  }));
}

function stepsOfN8nItself(): Step[] {
  return [
    {
      name: 'real n8n: install it',
      run: () => {
        if (existsSync(join(n8nItself, 'node_modules', 'n8n'))) return { ok: true, said: '' };
        mkdirSync(n8nItself, { recursive: true });
        writeFileSync(join(n8nItself, 'package.json'), '{"private":true}');
        return run(n8nItself, 'npm', ['install', 'n8n@2', '--ignore-scripts', '--no-audit', '--no-fund']);
      },
    },
    {
      name: 'real n8n: run a workflow of the package against the service',
      run: () => tests('test/integrations/n8n/real-n8n.ts', { N8N_PACKAGE: n8n, N8N_APP: n8nItself }),
    },
  ];
}

type Manifest = { devDependencies?: Record<string, string>; overrides?: Record<string, string> };

/** Copies a package and installs its dependencies, without running their install scripts. */
function install(into: string, name: string, changed = (manifest: Manifest): Manifest => manifest): Said {
  mkdirSync(into, { recursive: true });
  const isOurs = (path: string): boolean => !/[\\/](node_modules|dist|build)$/.test(path);
  cpSync(join(ROOT, 'integrations', name), into, { recursive: true, filter: isOurs });
  const file = join(into, 'package.json');
  const manifest = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify(changed(JSON.parse(manifest) as Manifest)));
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock'];
  const installed = run(into, 'npm', ['install', '--ignore-scripts', '--legacy-peer-deps', ...quiet]);
  // Restored, because the package is tested with its own manifest.
  writeFileSync(file, manifest);
  return installed;
}

function npx(cwd: string, program: string, ...args: string[]): Said {
  return run(cwd, join(cwd, 'node_modules', '.bin', program), args);
}

/** Runs tests of `npm test` with the real platform packages in place of the simulators. */
function tests(file: string, env: Record<string, string>): Said {
  return run(ROOT, process.execPath, ['bootstrap/main.mjs', 'test', file], env);
}

function run(cwd: string, program: string, args: readonly string[], env: Record<string, string> = {}): Said {
  // The tools run on the Node version of this process, whatever the PATH has.
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env, PATH: path, FORCE_COLOR: '0', CI: 'true' },
    encoding: 'utf8',
    timeout: STEP_MS_MAX,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  return { ok: status === 0, said: [stdout, stderr, error?.message].filter(Boolean).join('\n') };
}
