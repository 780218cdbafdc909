import { allAccounts, existingAccounts, realAccounts } from '../db/account/all-accounts.ts';
import { scopes } from '../domain/account/scope.ts';
import { isRefusal } from '../domain/refusal.ts';
import { refusalOfError } from '../http/errors/error-to-refusal.ts';
import { problemOf } from '../http/errors/problem.ts';
import { type Answer, valueOf } from '../pipeline/answer.ts';
import type { Operation } from '../pipeline/operation.ts';
import { runOperation } from '../pipeline/run-operation.ts';
import type { AppServices } from '../services/app-dependencies.ts';
import type { CommandContext } from './command-context.ts';
import { NoAnswerError, passes } from './errors/no-answer.ts';
import { CommandError, language, UsageError } from './terminal/output.ts';

/** The actor in the audit chain for operator commands. */
export const OPERATOR = 'command-line';

/** The operator's request, by request part; in test mode if `test` is set. */
export type OperatorRequest = {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  sentFile?: Uint8Array;
  test?: boolean;
};

/**
 * Runs an operation as the operator, with all rights, and returns its JSON; refusals read as over
 * HTTP.
 */
export async function runAsOperator<Json>(
  { services }: Pick<CommandContext, 'services'>,
  accountId: string,
  operation: Operation,
  said: OperatorRequest,
): Promise<Json> {
  const caller = { accountId, test: said.test ?? false, scopes, actor: OPERATOR };
  const parts = { path: said.path ?? {}, query: said.query ?? {}, body: said.body ?? {} };
  logCommand(services, { account: accountId, operation: operation.name });
  const answer = await runOperation(services, operation, caller, {
    parts,
    sentFile: said.sentFile,
    language: language(),
    strict: true,
  }).catch(refusalOrBug);
  if (isRefusal(answer)) {
    const where = { instance: operation.name, requestId: OPERATOR, publicUrl: services.environment.publicUrl };
    const { problem } = problemOf(answer, { ...where, language: language() });
    const Refused = passes(problem.status) ? NoAnswerError : CommandError;
    throw new Refused({ fr: problem.detail, en: problem.detail }, problem);
  }
  return valueOf(answer as Answer) as Json;
}

/** Busy or unreachable resources become a message, as over HTTP; a bug is rethrown. */
function refusalOrBug(error: unknown): ReturnType<typeof refusalOfError> {
  const refusal = refusalOfError(error);
  if (refusal.refused === 'internal_error') throw error;
  return refusal;
}

/** Writes to the security log that a command ran, because commands need no key. */
export function logCommand({ environment }: AppServices, about: { account?: string; operation: string }): void {
  environment.securityLog?.({ event: 'command_run', actor: OPERATOR, ...about });
}

/** The account of a command: the named one, or the only one. */
export async function resolveAccount({ owner }: CommandContext, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    const found = await accountNamed(owner, named);
    if (found !== undefined) return found;
    throw new CommandError({
      fr: `aucun compte « ${named} ». Pour voir la liste : npx facturier account list`,
      en: `no account "${named}". To see the list: npx facturier account list`,
    });
  }
  const [only, another] = await realAccounts(owner, 2);
  if (only && !another) return only.id;
  if (!only) {
    throw new CommandError({
      fr: 'il n’y a pas encore de compte : npx facturier account create --name « Mon entreprise »',
      en: 'there is no account yet: npx facturier account create --name "My business"',
    });
  }
  throw new UsageError({
    fr: 'il y a plusieurs comptes : choisissez-en un avec --account (npx facturier account list)',
    en: 'there are several accounts: choose one with --account (npx facturier account list)',
  });
}

/** By id directly; by name the oldest match, which scans all accounts. */
async function accountNamed(owner: CommandContext['owner'], named: string): Promise<string | undefined> {
  if ((await existingAccounts(owner, [named])).has(named)) return named;
  for await (const { id, settings } of allAccounts(owner)) if (settings.name === named) return id;
  return undefined;
}
