import type { DistributedTables } from '../../db/sharding/distribute-tables.ts';
import type { Node } from '../../db/sharding/shard-placement.ts';
import { inWords } from '../terminal/output.ts';

/** Describes the tables that were just distributed; empty if all were before. */
export function shardingMessages({ withAccount, whole }: DistributedTables): string[] {
  return [
    ...(withAccount.length > 0 ? [inWords(goWithAccount(withAccount.length))] : []),
    ...(whole.length > 0 ? [inWords(stayWhole(whole))] : []),
  ];
}

const listed = (nodes: readonly Node[]): string => nodes.map(({ host, port }) => `${host}:${String(port)}`).join(', ');

/** Migrations wait until all nodes are reachable. */
export const migrationNeedsAllNodes = (away: readonly Node[]) => ({
  fr: `cette version doit changer les tables, et ces machines de la base ne répondent pas : ${listed(away)}. Remettez-les en marche, puis recommencez ; en attendant, la version d’avant peut servir les comptes des autres.`,
  en: `this version must change the tables, and these machines of the database do not answer: ${listed(away)}. Bring them back, then begin again; until then the version before can serve the accounts of the others.`,
});

/** The data folder's accounts are all on unreachable nodes. */
export const databaseUnknown = (away: readonly Node[]) => ({
  fr: `ces machines de la base ne répondent pas : ${listed(away)}, et aucun des comptes que connaît le dossier de données n’est sur les autres. On ne peut pas savoir si c’est la bonne base : remettez-les en marche, puis recommencez.`,
  en: `these machines of the database do not answer: ${listed(away)}, and none of the accounts the data folder knows is on the others. Whether it is the right database cannot be known: bring them back, then begin again.`,
});

const goWithAccount = (count: number) => ({
  fr: `Tables réparties sur les machines par compte : ${String(count)}.`,
  en: `Tables spread over the machines by account: ${String(count)}.`,
});

const stayWhole = (tables: readonly string[]) => ({
  fr: `Tables gardées entières sur la machine d’entrée : ${tables.join(', ')}.`,
  en: `Tables kept whole on the entry machine: ${tables.join(', ')}.`,
});
