import { isOld, nodeAge, postgresAge, type ReleaseAge } from '../../domain/maintenance/release-age.ts';
import type { TranslatedText } from '../../startup-error.ts';
import type { CommandContext } from '../command-context.ts';

/** A running program, its age, and what to do about it. */
export type RunningRelease = {
  readonly program: 'PostgreSQL' | 'Node';
  readonly version: string;
  readonly age?: ReleaseAge;
};

/** This Node, and the PostgreSQL of this `server_version`. */
export function runningReleases(serverVersion: string | undefined, today: Date): RunningRelease[] {
  const node = process.versions.node;
  return [
    ...(serverVersion === undefined ? [] : [released('PostgreSQL', serverVersion, postgresAge(serverVersion, today))]),
    released('Node', node, nodeAge(node, today)),
  ];
}

const released = (
  program: RunningRelease['program'],
  version: string,
  age: ReleaseAge | undefined,
): RunningRelease => ({
  program,
  version: age?.version ?? version,
  ...(age && { age }),
});

/** A release newer than the table has no age: only a known old release counts as a problem. */
export const isReleaseSupported = ({ age }: RunningRelease): boolean => age === undefined || !isOld(age);

/** At the start of a service, warns on standard error about old programs and what to do. */
export async function warnAboutOldReleases({ pool, services, database: { embedded } }: CommandContext): Promise<void> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  for (const running of runningReleases(rows[0]?.server_version, new Date(services.now() * 1000))) {
    if (isReleaseSupported(running)) continue;
    const { fr, en } = releaseMessage(running, { embedded });
    process.stderr.write(`⚠ ${fr}\n⚠ ${en}\n`);
  }
}

export function releaseMessage(
  { program, version, age }: RunningRelease,
  { embedded }: { embedded: boolean },
): TranslatedText {
  if (!age) return { fr: `${program} ${version}`, en: `${program} ${version}` };
  const rounds = age.roundsBehind ?? 0;
  const since = {
    fr: `${program} ${version}, du ${age.releasedOn} (${age.days} jours${rounds > 0 ? `, ${rounds} série(s) de correctifs de sécurité depuis` : ''})`,
    en: `${program} ${version}, of ${age.releasedOn} (${age.days} days${rounds > 0 ? `, ${rounds} round(s) of security fixes since` : ''})`,
  };
  if (!isOld(age)) return since;
  const remedy = program === 'Node' ? updateNode : embedded ? updateEmbedded(version) : updateServer;
  return { fr: `${since.fr} : ${remedy.fr}`, en: `${since.en}: ${remedy.en}` };
}

const updateNode = {
  fr: 'mettez Facturier à jour',
  en: 'update Facturier',
};
const updateEmbedded = (version: string): TranslatedText => {
  const major = Number.parseInt(version, 10);
  return {
    fr: `mettez Facturier à jour, ou installez le PostgreSQL ${major} de votre système (Debian, Ubuntu : apt install postgresql-${major}) : au prochain démarrage, Facturier utilise le plus récent des deux`,
    en: `update Facturier, or install PostgreSQL ${major} from your system (Debian, Ubuntu: apt install postgresql-${major}): at the next start Facturier uses the newer of the two`,
  };
};
const updateServer = {
  fr: 'mettez à jour le serveur de DATABASE_URL',
  en: 'update the server of DATABASE_URL',
};
