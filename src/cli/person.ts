import { accountMeant, noteCommand } from './as-operator.ts';
import { ownerLink } from './first-owner-link.ts';
import { CommandRefused, inWords, say } from './output.ts';
import type { Workplace } from './workplace.ts';

/** `facturier person link [--account A]`: a new link for the first owner of an account, for whoever lost it. */
export async function personLink(service: Workplace, options: { json?: boolean; account?: string }): Promise<void> {
  const account = await accountMeant(service, options.account);
  noteCommand(service.world, { account, operation: 'person link' });
  const link = await ownerLink(service, account);
  if (link === undefined) {
    throw new CommandRefused({
      fr: 'ce compte a déjà un propriétaire : qu’il se connecte, ou qu’il invite',
      en: 'this account has an owner already: let him sign in, or invite',
    });
  }
  const once = { fr: 'Ce lien sert une fois, pendant sept jours.', en: 'This link works once, for seven days.' };
  say(options, { link }, `${link}\n${inWords(once)}`);
}
