import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOfScript } from '../support/runner/script-options.ts';

// The packages for n8n and Zapier under the platforms' own tools, which are too heavy, or not free
// enough, to be dependencies of ours. Everything is installed in a folder of its own, which is
// kept, so that the second time is quick: npm run integrations [-- --folder <folder>] [--n8n] With
// --n8n it also installs n8n itself (1.7 GB) in <folder>/n8n-itself, unless it is there, and runs a
// workflow of it.

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

/** Runs the steps of one package, each on what the one before made. */
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
 * n8n-workflow is a peer of the package, which n8n brings along. What the linter takes along for
 * nodes of language models is hundreds of packages that ours has no use for: one it has anyway
 * stands in for them.
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

/** A copy of the package with its dependencies beside it; none of their install scripts is run. */
function install(into: string, name: string, changed = (manifest: Manifest): Manifest => manifest): Said {
  mkdirSync(into, { recursive: true });
  const isOurs = (path: string): boolean => !/[\\/](node_modules|dist|build)$/.test(path);
  cpSync(join(ROOT, 'integrations', name), into, { recursive: true, filter: isOurs });
  const file = join(into, 'package.json');
  const manifest = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify(changed(JSON.parse(manifest) as Manifest)));
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock'];
  const installed = run(into, 'npm', ['install', '--ignore-scripts', '--legacy-peer-deps', ...quiet]);
  // What is tried is the package as it is.
  writeFileSync(file, manifest);
  return installed;
}

function npx(cwd: string, program: string, ...args: string[]): Said {
  return run(cwd, join(cwd, 'node_modules', '.bin', program), args);
}

/** The tests of `npm test`, with the real thing in the place of our stand-in. */
function tests(file: string, env: Record<string, string>): Said {
  return run(ROOT, process.execPath, ['bootstrap/main.mjs', 'test', file], env);
}

function run(cwd: string, program: string, args: readonly string[], env: Record<string, string> = {}): Said {
  // The tools run on the Node that runs us, whatever the machine has.
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
