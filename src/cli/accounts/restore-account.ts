import { existsSync } from 'node:fs';
import { openExport, type RestoreFault, RestoreRefused } from '../../archive/account-export/read-export.ts';
import { type RestoredAccount, restoreAccount } from '../../archive/account-export/restore-account.ts';
import { writePublicKey } from '../../audit/keys/public-keys.ts';
import { openPool } from '../../db/connections/pool.ts';
import { knownMigrations } from '../../db/migrate.ts';
import { inTransaction } from '../../db/transaction.ts';
import { createResetLink } from '../../services/people/password-reset/reset-link.ts';
import { ofPerson } from '../../services/people/sign-in/signed-in.ts';
import type { CommandContext } from '../command-context.ts';
import { keysFolder, publishSharedKeys } from '../keys/sync-keys.ts';
import { OPERATOR } from '../run-as-operator.ts';
import { ownerLink } from '../serve/first-owner-link.ts';
import { CommandError, inWords, say } from '../terminal/output.ts';
import { progressOn } from '../terminal/progress.ts';

type Options = { json?: boolean };

/** `facturier account restore FILE`: the account of an export, into an installation without it. */
export async function accountRestore(service: CommandContext, path: string, options: Options): Promise<void> {
  if (service.database.spread) throw new CommandError(DISTRIBUTED);
  if (!existsSync(path)) throw new CommandError(noFile(path));
  const progress = progressOn(process.stderr);
  const schema = (await knownMigrations()).at(-1)?.number ?? 0;
  try {
    const read = await openExport(path, { schema, onProgress: progress.show });
    try {
      const restored = await writtenFrom(service, read);
      const { account, name } = read.manifest;
      service.services.environment.securityLog?.({ event: 'account_made', account, actor: OPERATOR });
      const links = await ownerLinks(service, account, restored);
      progress.end();
      const { rows, files, fingerprints } = restored;
      say(
        options,
        { account, name, rows, files, ownerLinks: links, fingerprints },
        inWords(restoredText({ account, name, rows, files, links, fingerprints })),
      );
    } finally {
      await read.zip.close();
    }
  } catch (error) {
    progress.end();
    throw error instanceof RestoreRefused ? new CommandError(refusedText(path, error.reason)) : error;
  }
}

async function writtenFrom(
  service: CommandContext,
  read: Awaited<ReturnType<typeof openExport>>,
): Promise<RestoredAccount> {
  const { config, database, seal, services, owner } = service;
  const unlimited = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const pool = openPool({ ...database.ownerUrl, ...unlimited }, { name: 'facturier restore', size: 1, least: 0 });
  try {
    return await restoreAccount(read, {
      ...{ owner: pool, objects: services.environment.objects, seal, key: await currentKey(service) },
      ...{ now: services.now(), actor: OPERATOR },
      keepKeys: async (keys) => {
        for (const key of keys) await writePublicKey(keysFolder(config), key);
        if (config.keysShared) await publishSharedKeys({ config, owner, now: services.now() });
      },
    });
  } finally {
    await pool.end();
  }
}

/** The public key of this installation’s signing key. */
async function currentKey({ seal, services }: CommandContext) {
  const { keyId } = seal.signer(undefined);
  const key = (await services.environment.proof?.known())?.keys.get(keyId);
  if (!key) throw new Error(`the public key ${keyId} is missing`);
  return key;
}

/** Links with which owners who are new here set a password; or one for a first owner. */
async function ownerLinks(
  service: CommandContext,
  account: string,
  { owners }: RestoredAccount,
): Promise<{ email?: string; link: string }[]> {
  const { pool, services } = service;
  const { newId, now, environment } = services;
  const links: { email?: string; link: string }[] = [];
  for (const { personId, email } of owners) {
    const link = await inTransaction(pool, ofPerson(personId), async (tx) => ({
      commit: true,
      answer: createResetLink(tx, { personId, id: newId(), now: now(), publicUrl: environment.publicUrl }),
    }));
    links.push({ email, link });
  }
  const first = await ownerLink(service, account);
  return first === undefined ? links : [...links, { link: first }];
}

type Restored = { account: string; name: string; rows: number; files: number } & {
  links: readonly { email?: string; link: string }[];
  fingerprints: readonly string[];
};

const restoredText = ({ account, name, rows, files, links, fingerprints }: Restored) => ({
  fr: [
    `Compte restauré : ${name} (${account}), ${rows} enregistrement(s), ${files} fichier(s).`,
    ...links.map(({ email, link }) => `${email ?? 'Premier propriétaire'} choisit un mot de passe : ${link}`),
    'À régler de nouveau : clés d’API, webhooks (désactivés), paiement en ligne, plateforme agréée, Urssaf.',
    ...(fingerprints.length > 0
      ? [
          `La piste d’audit continue avec la clé de cette installation. Pour la vérifier : npx facturier verify ${trusting(fingerprints)}`,
        ]
      : []),
    'Arrêtez l’ancien service : deux services du même compte créeraient deux fois les factures récurrentes.',
  ].join('\n'),
  en: [
    `Account restored: ${name} (${account}), ${rows} record(s), ${files} file(s).`,
    ...links.map(({ email, link }) => `${email ?? 'The first owner'} chooses a password: ${link}`),
    'Set up again: API keys, webhooks (switched off), online payment, approved platform, Urssaf.',
    ...(fingerprints.length > 0
      ? [
          `The audit trail continues with the key of this installation. To verify it: npx facturier verify ${trusting(fingerprints)}`,
        ]
      : []),
    'Stop the old service: two services with the same account would create recurring invoices twice.',
  ].join('\n'),
});

const trusting = (fingerprints: readonly string[]): string => fingerprints.map((each) => `--trust ${each}`).join(' ');

const DISTRIBUTED = {
  fr: 'un compte ne peut pas être restauré dans une base répartie sur plusieurs machines (Citus). Restaurez-le dans une base sur une seule machine.',
  en: 'an account cannot be restored into a database distributed over several machines (Citus). Restore it into a database on one machine.',
};
const noFile = (path: string) => ({
  fr: `le fichier ${path} n’existe pas`,
  en: `the file ${path} does not exist`,
});

function refusedText(path: string, reason: RestoreFault): { fr: string; en: string } {
  switch (reason.fault) {
    case 'changed':
      return {
        fr: `${path} a été modifié ou n’est pas entier (${reason.at}) : rien n’a été restauré. Prenez une autre copie, ou refaites l’export.`,
        en: `${path} was changed or is not whole (${reason.at}): nothing was restored. Use another copy, or export again.`,
      };
    case 'newer':
      return {
        fr: `${path} vient d’une version plus récente (${reason.software}). Mettez Facturier à jour, puis recommencez.`,
        en: `${path} was made by a newer version (${reason.software}). Update Facturier, then try again.`,
      };
    case 'older':
      return {
        fr: `${path} vient d’une version trop ancienne (${reason.software}). Restaurez-le avec cette version, puis mettez-la à jour.`,
        en: `${path} was made by a version that is too old (${reason.software}). Restore it with that version, then update it.`,
      };
    case 'test_mode':
      return {
        fr: `${path} contient seulement le mode test. Exportez le compte sans --test.`,
        en: `${path} contains test mode only. Export the account without --test.`,
      };
    case 'not_an_export':
      return {
        fr: `${path} n’est pas l’export d’un compte (facturier export --all)`,
        en: `${path} is not the export of an account (facturier export --all)`,
      };
    case 'account_deleted':
      return {
        fr: `la suppression du compte ${reason.account} a été demandée ici : rien n’a été restauré. Restaurez-le dans une autre installation.`,
        en: `the deletion of the account ${reason.account} was requested here: nothing was restored. Restore it into another installation.`,
      };
    case 'account_exists':
      return {
        fr: `le compte ${reason.account} existe déjà ici : rien n’a été changé. Restaurez-le dans une installation qui ne l’a pas.`,
        en: `the account ${reason.account} already exists here: nothing was changed. Restore it into an installation without it.`,
      };
  }
}
