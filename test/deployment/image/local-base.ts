import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The images that the Dockerfile starts from. */
const DEBIAN = 'docker.io/library/debian:trixie-slim';
const NODE = 'docker.io/library/node:24-trixie-slim';

/** What Debian's slim images leave out. */
const MANUALS = ['usr/share/doc', 'usr/share/man', 'usr/share/info', 'usr/share/locale'];
const LEFT_OUT = [...MANUALS, 'var/cache/apt', 'var/log', 'var/lib/apt/lists'];
const SLIM = MANUALS.map((name) => `path-exclude /${name}/*\n`).join('');
const EMPTY = ['var/cache/apt/archives/partial', 'var/lib/apt/lists/partial', 'var/log'];
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Makes the two base images of the Dockerfile on a machine without a registry: Debian's packages by
 * debootstrap (as root), and the Node and npm that run this script. They replace official images of
 * the same name in the store of the engine.
 */
export async function createLocalBase(engine: (args: readonly string[]) => string, parent: string): Promise<void> {
  const root = await mkdtemp(join(parent, 'trixie-'));
  // Docker keeps the mode of the root folder, which every user must enter.
  await chmod(root, 0o755);
  execFileSync('debootstrap', ['--variant=minbase', 'trixie', root, 'http://deb.debian.org/debian'], {
    stdio: 'inherit',
  });
  await writeFile(join(root, 'etc/apt/sources.list'), SOURCES);
  await writeFile(join(root, 'etc/dpkg/dpkg.cfg.d/docker'), SLIM);
  // Official images are rebuilt with every security update.
  for (const command of [['update'], ['upgrade', '--yes']])
    execFileSync('chroot', [root, 'apt-get', ...command], { stdio: 'ignore' });
  for (const name of LEFT_OUT) await rm(join(root, name), { recursive: true });
  for (const name of EMPTY) await mkdir(join(root, name), { recursive: true });
  // A company proxy may sign with an authority of its own, which the machine already trusts.
  const trusting = process.env.NODE_EXTRA_CA_CERTS ? ['--change', `ENV NODE_EXTRA_CA_CERTS=${AUTHORITIES}`] : [];
  await imported(engine, { root, image: DEBIAN, changes: [] });
  await addNode(root);
  if (trusting.length > 0) await cp(AUTHORITIES, join(root, AUTHORITIES));
  await imported(engine, { root, image: NODE, changes: trusting });
  await rm(root, { recursive: true });
}

const SOURCES = `deb http://deb.debian.org/debian trixie main
deb http://deb.debian.org/debian trixie-updates main
deb http://deb.debian.org/debian-security trixie-security main
`;

async function imported(
  engine: (args: readonly string[]) => string,
  { root, image, changes }: { root: string; image: string; changes: readonly string[] },
): Promise<void> {
  const file = `${root}.tar`;
  execFileSync('tar', ['--create', `--file=${file}`, `--directory=${root}`, '.']);
  engine(['import', ...changes, file, image]);
  await rm(file);
}

/** Where the official image has Node and npm. */
async function addNode(root: string): Promise<void> {
  const npm = join(root, 'usr/local/lib/node_modules/npm');
  await mkdir(dirname(npm), { recursive: true });
  await cp(process.execPath, join(root, 'usr/local/bin/node'));
  const machines = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  await cp(join(machines, 'npm'), npm, { recursive: true, verbatimSymlinks: true });
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, `usr/local/bin/${name}`));
}
