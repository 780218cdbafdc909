import type { Logger } from 'pino';
import { type LeftOut, openReplica, type Replica } from '../../db/connections/replica.ts';
import { createWalPositions } from '../../db/connections/wal-positions.ts';
import { trackWalPositions } from '../../db/transaction.ts';
import { replicaAddress } from '../../runtime/database/external-database.ts';
import { StartupError, type TranslatedText } from '../../startup-error.ts';
import type { CommandContext } from '../command-context.ts';

/**
 * If READ_DATABASE_URL names a replica, reads use it from now on. Workers do not read from it; they
 * only report how far they wrote. Refuses (`StartupError`) a server that is not a replica of this
 * database, and any replica if tables are sharded. An unreachable one is left out until it
 * responds.
 */
export async function openReadReplica(
  { config, pool, services, database }: Pick<CommandContext, 'config' | 'pool' | 'services' | 'database'>,
  { readsNothing, log }: { readsNothing: boolean; log: Logger },
): Promise<Pick<Replica, 'close'>> {
  if (config.readDatabaseUrl === undefined) return { close: async () => {} };
  // The coordinator's log position does not tell what the workers' replicas have replayed, and
  // row-level security would hide their rows.
  if (database.spread) throw new StartupError([{ setting: 'READ_DATABASE_URL', text: ofOneNode }]);
  const connectionString = replicaAddress(config.readDatabaseUrl);
  const positions = createWalPositions();
  trackWalPositions(pool, positions);
  services.positions = positions;
  if (readsNothing) return { close: async () => {} };
  const tell = (left: LeftOut | undefined): void => {
    if (!left) log.info('the read replica is in use');
    else if (left.why !== 'not_asked_yet') log.warn({ why: left.why, err: left.error }, TOLD);
  };
  const replica = await openReplica({ database: database.serving, replica: { connectionString }, positions, tell });
  const text = replica.leftOut && refusalOf(replica.leftOut);
  if (text) {
    await replica.close();
    throw new StartupError([{ setting: 'READ_DATABASE_URL', text }], { cause: replica.leftOut?.error });
  }
  services.replica = replica;
  return replica;
}

const TOLD = 'the read replica is left out: the primary serves its reads';

/** Errors that do not pass by waiting: wrong login, missing right, missing database. */
function refusalOf({ why, error }: LeftOut): TranslatedText | undefined {
  if (why !== 'unreachable') return why === 'lags' || why === 'not_asked_yet' ? undefined : refusals[why];
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  return /^(28|3D|42)...$/.test(code) ? refuses(message) : undefined;
}

const ofOneNode = {
  fr: 'les tables de cette base sont réparties sur plusieurs machines (Citus) : la réplique d’une machine ne contient pas les données des autres. Retirez ce réglage ; pour plus de lectures, ajoutez des machines : docs/fr/host/citus.md.',
  en: 'the tables of this database are distributed over several machines (Citus): a replica of one machine does not contain the data of the others. Remove this setting; for more reads, add machines: docs/en/host/citus.md.',
};

const refuses = (words: string) => ({
  fr: `ce serveur PostgreSQL refuse la connexion (${words}). Vérifiez l’utilisateur, le mot de passe et le nom de la base : ce sont ceux de DATABASE_URL.`,
  en: `this PostgreSQL server refuses the connection (${words}). Check the user, the password and the name of the database: they are those of DATABASE_URL.`,
});

const refusals: Record<Exclude<LeftOut['why'], 'unreachable' | 'lags' | 'not_asked_yet'>, TranslatedText> = {
  takes_writes: {
    fr: 'ce serveur n’est pas une réplique : il accepte lui-même des écritures. Donnez l’adresse d’une réplique (streaming) de la base, ou retirez ce réglage.',
    en: 'this server is not a replica: it accepts writes itself. Give the address of a streaming replica of the database, or remove this setting.',
  },
  another_database: {
    fr: 'ce serveur n’est pas une réplique (streaming) de la base de DATABASE_URL, mais une autre installation de PostgreSQL ou une autre base. Donnez l’adresse d’une réplique de cette base, sous le même nom, ou retirez ce réglage.',
    en: 'this server is not a streaming replica of the database of DATABASE_URL, but another PostgreSQL installation or another database. Give the address of a replica of that database, with the same name, or remove this setting.',
  },
  role_not_taken: {
    fr: 'les connexions à cette réplique ne prennent pas le rôle facturier_app. Un intermédiaire (PgBouncer…) supprime sans doute l’option « role » : indiquez l’adresse directe de la réplique.',
    en: 'connections to this replica do not take the role facturier_app. A connection pooler (PgBouncer…) probably drops the option "role": give the direct address of the replica.',
  },
  role_not_bound: {
    fr: 'le rôle facturier_app y contourne la séparation des comptes (superutilisateur ou BYPASSRLS). Retirez-lui ces droits sur la base principale : alter role facturier_app nosuperuser nobypassrls;',
    en: 'the role facturier_app bypasses the separation of accounts there (superuser or BYPASSRLS). Remove these rights on the primary database: alter role facturier_app nosuperuser nobypassrls;',
  },
};
