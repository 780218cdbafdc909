import { markOperator } from '../../db/installation/installation-settings.ts';
import { personIdOf } from '../../db/people/persons.ts';
import { switchSecondFactorOff } from '../../db/people/second-factors.ts';
import { inTransaction } from '../../db/transaction.ts';
import { foldedEmail } from '../../domain/people/person.ts';
import { notifyPersonAlone } from '../../services/people/notify-person.ts';
import { createResetLink } from '../../services/people/password-reset/reset-link.ts';
import { ofPerson } from '../../services/people/sign-in/signed-in.ts';
import type { CommandContext } from '../command-context.ts';
import { logCommand, resolveAccount } from '../run-as-operator.ts';
import { ownerLink } from '../serve/first-owner-link.ts';
import { CommandError, inWords, say } from '../terminal/output.ts';

type Options = { json?: boolean; account?: string; email?: string };

/**
 * `facturier person link [--account A]`: a new link for the first owner of an account, if the first
 * one was lost. With `--email E`, a link to set a new password on installations that send no mail.
 */
export async function personLink(service: CommandContext, options: Options): Promise<void> {
  if (options.email !== undefined) return resetLink(service, { ...options, email: options.email });
  const account = await resolveAccount(service, options.account);
  logCommand(service.services, { account, operation: 'person link' });
  const link = await ownerLink(service, account);
  if (link === undefined) {
    throw new CommandError({
      fr: 'ce compte a déjà un propriétaire, qui peut se connecter et inviter d’autres personnes',
      en: 'this account already has an owner, who can sign in and invite others',
    });
  }
  const once = {
    fr: 'Ce lien ne fonctionne qu’une fois, pendant sept jours.',
    en: 'This link works once, for seven days.',
  };
  say(options, { link }, `${link}\n${inWords(once)}`);
}

/**
 * `facturier person second-factor-off --email E`: for users who lost their authenticator and all
 * recovery codes.
 */
export async function secondFactorOff(
  { pool, services }: CommandContext,
  options: { json?: boolean; email: string },
): Promise<void> {
  const personId = await resolvePerson(pool, options.email);
  logCommand(services, { operation: 'person second-factor-off' });
  await inTransaction(pool, ofPerson(personId), async (tx) => {
    switchSecondFactorOff(tx, personId);
    return { commit: true, answer: undefined };
  });
  await notifyPersonAlone(services, { id: personId, email: options.email }, { notice: 'second_factor_off' });
  const off = { fr: 'Le second facteur est désactivé.', en: 'The second factor is off.' };
  say(options, { secondFactor: false }, inWords(off));
}

/**
 * `facturier person operator --email E [--revoke]`: who may change the settings of the installation
 * on screens if it has several accounts.
 */
export async function grantOperator(
  { owner, pool, services }: CommandContext,
  options: { json?: boolean; email: string; revoke?: boolean },
): Promise<void> {
  const personId = await resolvePerson(pool, options.email);
  const is = options.revoke !== true;
  logCommand(services, { operation: 'person operator' });
  await markOperator(owner, { personId, is, at: services.now() });
  const done = is
    ? {
        fr: `${options.email} peut régler ce service à l’écran.`,
        en: `${options.email} may change the settings of this service on screens.`,
      }
    : {
        fr: `${options.email} ne peut plus régler ce service à l’écran, sauf comme propriétaire de son seul compte.`,
        en: `${options.email} may no longer change the settings of this service on screens, except as an owner of its only account.`,
      };
  say(options, { operator: is }, inWords(done));
}

async function resetLink({ pool, services }: CommandContext, options: Options & { email: string }): Promise<void> {
  const personId = await resolvePerson(pool, options.email);
  logCommand(services, { operation: 'person link' });
  const { newId, now, environment } = services;
  const link = await inTransaction(pool, ofPerson(personId), async (tx) => ({
    commit: true,
    answer: createResetLink(tx, { personId, id: newId(), now: now(), publicUrl: environment.publicUrl }),
  }));
  const once = {
    fr: 'Ce lien ne fonctionne qu’une fois, pendant trente minutes.',
    en: 'This link works once, for thirty minutes.',
  };
  say(options, { link }, `${link}\n${inWords(once)}`);
}

async function resolvePerson(pool: CommandContext['pool'], email: string): Promise<string> {
  const personId = await inTransaction(pool, { accountId: '', test: false }, async (tx) => ({
    commit: false,
    answer: await personIdOf(tx, foldedEmail(email)),
  }));
  if (personId !== undefined) return personId;
  throw new CommandError({
    fr: `aucun utilisateur n’a l’adresse ${email}`,
    en: `no user has the address ${email}`,
  });
}
