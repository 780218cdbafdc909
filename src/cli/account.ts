import { createAccount, listAccounts } from '../store/account/accounts.ts';
import { OPERATOR } from './as-operator.ts';
import { inWords, say } from './output.ts';
import type { Workplace } from './workplace.ts';

type Options = { json?: boolean };

/** `facturier account create --name N` */
export async function accountCreate(service: Workplace, options: Options & { name: string }): Promise<void> {
  const { now, newId } = service.world;
  const id = await createAccount(service.owner, { name: options.name, now: now(), newId, seal: service.seal });
  service.world.surroundings.securityLog?.({ event: 'account_made', account: id, actor: OPERATOR });
  const next = { fr: 'Créez-lui une clé', en: 'Make it a key' };
  const hint = `${inWords(next)}: npx facturier key create --name API --account ${id}`;
  say(options, { id, name: options.name }, `${id}  ${options.name}\n${hint}`);
}

/** `facturier account list` */
export async function accountList(service: Workplace, options: Options): Promise<void> {
  const accounts = await listAccounts(service.owner);
  const listed = accounts.map(({ id, settings, createdAt }) => ({ id, name: settings.name, createdAt }));
  say(options, listed, listed.map(({ id, name }) => `${id}  ${name}`).join('\n'));
}
