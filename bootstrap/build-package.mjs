import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { builtWeb } from './build-web.mjs';
import { projectPath } from './install.mjs';

// `npm run build-package [-- <folder>]`: writes the npm package `facturier` into a folder, by
// default build/package. `npm pack` makes its tarball there. The sources are compiled to
// JavaScript, because Node runs TypeScript only outside node_modules.

const into = resolve(process.argv[2] ?? projectPath('build/package'));

/** Copied as they are. */
const COPIED = [
  'bootstrap',
  'migrations',
  'fonts',
  'deploy/systemd',
  'LICENSE',
  'README.md',
  'README.fr.md',
  'CHANGELOG.md',
];

rmSync(into, { recursive: true, force: true });
mkdirSync(into, { recursive: true });
compileSources();
for (const path of [...COPIED, ...globSync('src/**/*.typ', { cwd: projectPath('.') })])
  cpSync(projectPath(path), join(into, path), { recursive: true });
await copyPages();
writeFileSync(join(into, 'package.json'), `${JSON.stringify(packageFile(), undefined, 2)}\n`);
chmodSync(join(into, 'bootstrap/facturier.mjs'), 0o755);
console.log(into);

function compileSources() {
  const settings = {
    extends: projectPath('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      // `npm run check` checks the types.
      noCheck: true,
      rewriteRelativeImportExtensions: true,
      rootDir: projectPath('src'),
      outDir: join(into, 'src'),
      types: ['node'],
      typeRoots: [projectPath('node_modules/@types')],
    },
    include: [projectPath('src')],
    exclude: [projectPath('src/**/*.test.ts'), projectPath('src/generate.ts')],
  };
  const file = join(into, 'tsconfig.json');
  writeFileSync(file, JSON.stringify(settings));
  const { status } = spawnSync(process.execPath, [projectPath('node_modules/typescript/bin/tsc'), '-p', file], {
    stdio: 'inherit',
  });
  rmSync(file);
  if (status !== 0) throw new Error('the sources could not be compiled');
}

/** The pages of the current sources, and the file that names them. */
async function copyPages() {
  const pages = await builtWeb(process.execPath);
  if (!pages) throw new Error('the pages could not be built');
  cpSync(pages, join(into, 'web/dist', basename(pages)), { recursive: true });
  writeFileSync(join(into, 'web/dist/current'), basename(pages));
}

/** Without what only development needs; the pinned Node is fetched where it is needed. */
function packageFile() {
  const all = JSON.parse(readFileSync(projectPath('package.json'), 'utf8'));
  const { name, version, description, license, type, engines, bin, dependencies } = all;
  const others = Object.entries(all.optionalDependencies);
  const isNode = ([dependency]) => /^node-(linux|win|darwin)-/.test(dependency);
  const pinnedNode = others.find(isNode)?.[1];
  const optionalDependencies = Object.fromEntries(others.filter((each) => !isNode(each)));
  return { name, version, description, license, type, engines, bin, pinnedNode, dependencies, optionalDependencies };
}
