import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError, inWords, say } from '../terminal/output.ts';
import { type Installation, systemdUnit } from './systemd-unit.ts';

export type InstallServiceOptions = { json?: boolean; print?: boolean };

/** What the command finds and does on this machine; tests have their own. */
export type Machine = {
  readonly isRoot: boolean;
  readonly hasSystemd: boolean;
  /** The folder that stands for `/`. */
  readonly root: string;
  /** Runs a program and returns whether it succeeded. */
  readonly run: (program: string, ...args: string[]) => boolean;
};

const UNIT = '/etc/systemd/system/facturier.service';
const SETTINGS = '/etc/facturier/facturier.env';
const DATA = '/var/lib/facturier';
const USER = 'facturier';
/** The service cannot read these: the unit has `ProtectHome`. */
const HOMES = ['/home', '/root'];

const SETTINGS_TEXT = `# Réglages de Facturier, un par ligne ; la liste est dans docs/fr/host/settings.md
# Settings of Facturier, one a line; docs/en/host/settings.md lists them
# PUBLIC_URL=https://factures.example.fr
`;

/**
 * Installs this folder as a systemd service: the user, the unit and an empty file of settings, then
 * starts it now and at each start of the machine. Existing settings stay. With `print` it only
 * prints the unit. Refuses without systemd, without root, and from a home folder.
 */
export function installService(
  options: InstallServiceOptions,
  machine: Machine = thisMachine(),
  { folder, node }: Installation = thisInstallation(),
): void {
  const unit = systemdUnit({ folder, node });
  if (options.print) return say(options, { unit }, unit.trimEnd());
  if (!machine.hasSystemd) throw new CommandError(NO_SYSTEMD);
  if (!machine.isRoot) throw new CommandError(NOT_ROOT);
  if (HOMES.some((home) => folder.startsWith(home + sep))) throw new CommandError(inHome(folder));
  const { run } = machine;
  if (!run('id', '--user', USER)) {
    const created = run('useradd', '--system', '--home-dir', DATA, '--shell', '/usr/sbin/nologin', USER);
    if (!created) throw new CommandError(failed('useradd'));
  }
  write(machine, UNIT, unit, 0o644);
  if (!existsSync(inRoot(machine, SETTINGS))) write(machine, SETTINGS, SETTINGS_TEXT, 0o600);
  for (const args of [['daemon-reload'], ['enable', USER], ['restart', USER]])
    if (!run('systemctl', ...args)) throw new CommandError(failed(`systemctl ${args.join(' ')}`));
  say(options, { unit: UNIT, settings: SETTINGS, data: DATA }, inWords(installed(dataBeside(folder))));
}

/** The folder of data that earlier starts from the program's folder wrote, if there is one. */
function dataBeside(folder: string): string | undefined {
  const beside = resolve(folder, 'data');
  return existsSync(beside) ? beside : undefined;
}

const inRoot = ({ root }: Machine, path: string): string => join(root, path);

function write(machine: Machine, path: string, text: string, mode: number): void {
  const file = inRoot(machine, path);
  mkdirSync(join(file, '..'), { recursive: true });
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  writeFileSync(file, text, { mode });
}

const thisInstallation = (): Installation => ({
  folder: fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, ''),
  node: process.execPath,
});

const thisMachine = (): Machine => ({
  isRoot: process.getuid?.() === 0,
  hasSystemd: existsSync('/run/systemd/system'),
  root: '/',
  run: (program, ...args) => spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0,
});

const NO_SYSTEMD = {
  fr: 'Cette machine ne fonctionne pas avec systemd. « facturier install-service --print » écrit l’unité, pour une autre machine.',
  en: 'This machine does not run systemd. "facturier install-service --print" prints the unit, for another machine.',
};
const NOT_ROOT = {
  fr: 'Seul root installe un service : recommencez avec « sudo ».',
  en: 'Only root can install a service: try again with "sudo".',
};
const inHome = (folder: string) => ({
  fr: `Le service ne lit pas les dossiers personnels. Déplacez ${folder}, par exemple vers /opt/facturier, puis recommencez de là.`,
  en: `The service cannot read home folders. Move ${folder}, for example to /opt/facturier, then try again from there.`,
});
const failed = (what: string) => ({
  fr: `« ${what} » a échoué (voir ci-dessus). Corrigez, puis recommencez : ce qui est fait n’est pas refait.`,
  en: `"${what}" failed (see above). Correct it, then try again: what is done is not done again.`,
});
const installed = (beside: string | undefined) => ({
  fr: [
    `Le service est installé et démarré. Adresse et compte : journalctl --unit ${USER}`,
    `Réglages : ${SETTINGS}, puis systemctl restart ${USER}. Données : ${DATA}`,
    ...(beside
      ? [
          `Les données de ${beside} n’y sont pas : arrêtez le service, copiez-les vers ${DATA}, donnez-les à l’utilisateur ${USER}, puis redémarrez.`,
        ]
      : []),
  ].join('\n'),
  en: [
    `The service is installed and started. Address and account: journalctl --unit ${USER}`,
    `Settings: ${SETTINGS}, then systemctl restart ${USER}. Data: ${DATA}`,
    ...(beside
      ? [
          `The data of ${beside} is not there: stop the service, copy it to ${DATA}, give it to the user ${USER}, then start again.`,
        ]
      : []),
  ].join('\n'),
});
