import {
  allDeletions,
  hastenDeletion,
  insertDeletion,
  lastRecordOn,
  lockDeletion,
} from '../../db/account/deletions.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type AccountDeletion, isAccountName, recordsKeptUntil } from '../../domain/account/deletion.ts';
import { queueDeletion } from '../../services/account/account-deletion.ts';
import type { CommandContext } from '../command-context.ts';
import { logCommand, OPERATOR, resolveAccount } from '../run-as-operator.ts';
import { CommandError, inWords, say } from '../terminal/output.ts';

type Options = { json?: boolean };

/** `facturier account deletions`: the accounts that are being deleted, kept or erased. */
export async function accountDeletions({ owner }: CommandContext, options: Options): Promise<void> {
  const deletions = await allDeletions(owner);
  const none = { fr: 'Aucun compte n’est en cours de suppression.', en: 'No account is being deleted.' };
  say(options, deletions, deletions.length === 0 ? inWords(none) : deletions.map(lineOf).join('\n'));
}

const dayOf = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);

function lineOf({ accountId, state, dueAt, keptUntil, endedAt }: AccountDeletion): string {
  const said = {
    waiting: { fr: `sera supprimé le ${dayOf(dueAt)}`, en: `will be deleted on ${dayOf(dueAt)}` },
    clearing: { fr: 'suppression en cours', en: 'being deleted' },
    kept: { fr: `pièces conservées jusqu’au ${keptUntil}`, en: `records kept through ${keptUntil}` },
    erasing: { fr: 'effacement en cours', en: 'being erased' },
    erased: { fr: `effacé le ${dayOf(endedAt ?? dueAt)}`, en: `erased on ${dayOf(endedAt ?? dueAt)}` },
  }[state];
  return `${accountId}  ${inWords(said)}`;
}

/**
 * `facturier account erase --account A --name N`: erases an account with everything, now. Records
 * that the law keeps are erased only with `--records-handed-over`: their owner then keeps them.
 */
export async function accountErase(
  service: CommandContext,
  options: Options & { account?: string; name: string; recordsHandedOver?: boolean },
): Promise<void> {
  const accountId = await resolveAccount(service, options.account);
  const { now } = service.services;
  await inTransaction(service.owner, { accountId, test: false }, async (tx) => {
    const { name } = (await settingsOf(tx)).settings;
    if (!isAccountName(options.name, name)) throw new CommandError(otherName(name));
    const lastOn = await lastRecordOn(tx);
    if (lastOn && !options.recordsHandedOver) throw new CommandError(recordsKept(recordsKeptUntil(lastOn)));
    const at = now();
    if (await lockDeletion(tx)) hastenDeletion(tx, at);
    else insertDeletion(tx, { actor: OPERATOR, askedAt: at, dueAt: at, byOperator: true });
    queueDeletion(tx, at, at);
    return { commit: true, answer: undefined };
  });
  logCommand(service.services, { account: accountId, operation: 'account erase' });
  const done = {
    fr: 'Le compte est effacé par le service en marche, aussitôt : suivez-le avec npx facturier account deletions.',
    en: 'The running service erases the account at once: follow it with npx facturier account deletions.',
  };
  say(options, { id: accountId, erasing: true }, inWords(done));
}

const otherName = (name: string) => ({
  fr: `ce compte s’appelle « ${name} » : donnez son nom avec --name`,
  en: `this account is called “${name}”: give its name with --name`,
});

const recordsKept = (until: string) => ({
  fr: `la loi fait conserver les pièces de ce compte jusqu’au ${until} (C. com. art. L123-22, LPF art. L102 B). Remettez-les à son propriétaire, qui les conservera, puis ajoutez --records-handed-over.`,
  en: `the law has the records of this account kept through ${until} (C. com. art. L123-22, LPF art. L102 B). Hand them over to its owner, who then keeps them, and add --records-handed-over.`,
});
