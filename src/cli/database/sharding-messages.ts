import type { DistributedTables } from '../../db/sharding/distribute-tables.ts';
import type { Node } from '../../db/sharding/shard-placement.ts';
import { inWords } from '../terminal/output.ts';

/**
 * Describes the tables that were just distributed; empty if all tables were distributed earlier.
 */
export function shardingMessages({ withAccount, whole }: DistributedTables): string[] {
  return [
    ...(withAccount.length > 0 ? [inWords(goWithAccount(withAccount.length))] : []),
    ...(whole.length > 0 ? [inWords(stayWhole(whole))] : []),
  ];
}

const listed = (nodes: readonly Node[]): string => nodes.map(({ host, port }) => `${host}:${String(port)}`).join(', ');

/** Migrations wait until all nodes are reachable. */
export const migrationNeedsAllNodes = (away: readonly Node[]) => ({
  fr: `cette version doit modifier les tables, mais ces machines de la base ne répondent pas : ${listed(away)}. Redémarrez-les, puis recommencez ; en attendant, la version précédente peut servir les comptes des autres machines.`,
  en: `this version must change the tables, but these machines of the database do not answer: ${listed(away)}. Restart them, then try again; until then the previous version can serve the accounts on the other machines.`,
});

/** The data folder's accounts are all on unreachable nodes. */
export const databaseUnknown = (away: readonly Node[]) => ({
  fr: `ces machines de la base ne répondent pas : ${listed(away)}, et les autres n’ont aucun des comptes du dossier de données. Impossible de savoir si c’est la bonne base : redémarrez ces machines, puis recommencez.`,
  en: `these machines of the database do not answer: ${listed(away)}, and the others have none of the accounts of the data folder, so it is unknown whether this is the right database. Restart them, then try again.`,
});

const goWithAccount = (count: number) => ({
  fr: `Tables réparties sur les machines par compte : ${String(count)}.`,
  en: `Tables distributed over the machines by account: ${String(count)}.`,
});

const stayWhole = (tables: readonly string[]) => ({
  fr: `Tables conservées en entier sur la machine principale : ${tables.join(', ')}.`,
  en: `Tables kept whole on the main machine: ${tables.join(', ')}.`,
});
