import { once } from 'node:events';
import { createAccount } from '../../db/account/accounts.ts';
import { allAccounts } from '../../db/account/all-accounts.ts';
import type { CommandContext } from '../command-context.ts';
import { OPERATOR } from '../run-as-operator.ts';
import { inWords, labeled, say } from '../terminal/output.ts';

type Options = { json?: boolean };

/** `facturier account create --name N` */
export async function accountCreate(service: CommandContext, options: Options & { name: string }): Promise<void> {
  const { now, newId } = service.services;
  const id = await createAccount(service.owner, { name: options.name, now: now(), newId, seal: service.seal });
  service.services.environment.securityLog?.({ event: 'account_made', account: id, actor: OPERATOR });
  const next = { fr: 'Créez-lui une clé', en: 'Create a key for it' };
  const hint = labeled(inWords(next), `npx facturier key create --name API --account ${id}`);
  say(options, { id, name: options.name }, `${id}  ${options.name}\n${hint}`);
}

/** `facturier account list`: streamed, however many accounts there are. */
export async function accountList({ owner }: CommandContext, options: Options): Promise<void> {
  const { stdout } = process;
  let listed = 0;
  for await (const { id, settings, createdAt } of allAccounts(owner)) {
    const account = { id, name: settings.name, createdAt };
    const line = options.json ? `${listed === 0 ? '[' : ','}${JSON.stringify(account)}` : `${id}  ${settings.name}\n`;
    if (!stdout.write(line)) await once(stdout, 'drain');
    listed += 1;
  }
  if (options.json) stdout.write(listed === 0 ? '[]\n' : ']\n');
}
