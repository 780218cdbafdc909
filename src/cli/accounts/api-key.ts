import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../../api/account/api-keys.ts';
import type { Scope } from '../../domain/account/scope.ts';
import type { CommandContext } from '../command-context.ts';
import { resolveAccount, runAsOperator } from '../run-as-operator.ts';
import { inWords, say, UsageError } from '../terminal/output.ts';

type Options = { json?: boolean; account?: string };
type KeyListed = Omit<CreatedKey, 'key'> & { revokedAt?: number | null };
type CreatedKey = { id: string; name: string; key: string; scopes: string[]; test: boolean };

/** `facturier key create --name N [--test] [--scopes a,b] [--expires-in 90d]` */
export async function keyCreate(
  service: CommandContext,
  options: Options & { name: string; test?: boolean; scopes?: readonly Scope[]; expiresIn?: string },
): Promise<void> {
  const { name, test = false, scopes } = options;
  const expiresIn = options.expiresIn === undefined ? undefined : secondsIn(options.expiresIn);
  const account = await resolveAccount(service, options.account);
  const body = { name, test, ...(scopes && { scopes }), ...(expiresIn !== undefined && { expiresIn }) };
  printKey(options, await runAsOperator<CreatedKey>(service, account, createApiKey, { body }));
}

/** `facturier key list` */
export async function keyList(service: CommandContext, options: Options): Promise<void> {
  const account = await resolveAccount(service, options.account);
  const { docs } = await runAsOperator<{ docs: KeyListed[] }>(service, account, listApiKeys, { query: { limit: 100 } });
  const lines = docs.map((key) => {
    const ended = key.revokedAt ? inWords({ fr: 'révoquée', en: 'revoked' }) : '';
    return [key.id, key.test ? 'test' : 'live', key.name, key.scopes.join(','), ended].join('  ').trimEnd();
  });
  say(options, docs, lines.join('\n'));
}

/** `facturier key revoke ID` */
export async function keyRevoke(service: CommandContext, id: string, options: Options): Promise<void> {
  const account = await resolveAccount(service, options.account);
  await runAsOperator(service, account, revokeApiKey, { path: { id } });
  say(options, { id, revoked: true }, inWords({ fr: `Clé ${id} révoquée.`, en: `Key ${id} revoked.` }));
}

/** `facturier key rotate ID [--overlap 1d]` */
export async function keyRotate(
  service: CommandContext,
  id: string,
  options: Options & { overlap?: string },
): Promise<void> {
  const account = await resolveAccount(service, options.account);
  const body = options.overlap === undefined ? {} : { overlapSeconds: secondsIn(options.overlap) };
  printKey(options, await runAsOperator<CreatedKey>(service, account, rotateApiKey, { path: { id }, body }));
}

function printKey(options: Options, { id, name, key, scopes, test }: CreatedKey): void {
  const once = inWords({ fr: 'Elle ne sera plus affichée : conservez-la.', en: 'It is shown only once: save it now.' });
  say(options, { id, name, key, scopes, test }, `${key}\n${once}`);
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Parses `90d`, `12h`, `30m`. */
function secondsIn(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) {
    throw new UsageError({
      fr: `« ${text} » n’est pas une durée : écrivez par exemple 90d, 12h ou 30m`,
      en: `"${text}" is not a duration. Write for example 90d, 12h or 30m`,
    });
  }
  return Number(count) * (SECONDS[unit] as number);
}
