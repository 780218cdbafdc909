import type { FastifyRequest } from 'fastify';
import { kindsOfIds, type RecordKind } from '../../db/record-kind.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type BilingualText, textIn } from '../../schemas/bilingual-text.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { Fault } from '../../schemas/refusals/pipeline-refusal.ts';
import type { RefusalText } from '../../schemas/refusals/refusal-text.ts';
import type { Language } from '../../schemas/validation/faults.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import { type AnyRefusal, allRefusals } from './all-refusals.ts';

/** Request details that appear in a problem. */
export type Where = {
  language: Language;
  instance: string;
  requestId: string;
  publicUrl: string;
  /** The request comes from the web app: a person reads the message. */
  isOnScreen?: boolean;
  /** URL where a client without a valid key finds the requirements of this address (RFC 9728). */
  resourceMetadata?: string | undefined;
  /** The kind of record the unknown id actually belongs to. */
  idIsOf?: RecordKind | undefined;
};

/** The body of a problem (RFC 9457). Some refusals add members. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: string;
  requestId: string;
  [member: string]: unknown;
};
type ProblemAnswer = { status: number; headers: Readonly<Record<string, string>>; problem: Problem };

/** Seconds a client should wait before retrying an unreachable database. */
const UNREACHABLE_RETRY_SECONDS = 5;

/**
 * Builds the problem response for a refusal (RFC 9457), plus `message` and `statusCode` for older
 * clients.
 */
export function problemOf(refusal: AnyRefusal, where: Where): ProblemAnswer {
  const row = allRefusals[refusal.refused] as RefusalText<AnyRefusal>;
  const { status } = row;
  const { language } = where;
  const title = textIn(row.title, language);
  const detail = row.detail?.(refusal);
  const kind = where.idIsOf && ` ${textIn(wrongIdKindTexts[where.idIsOf], language)}`;
  const happened = `${detail ? textIn(detail, language) : `${title}.`}${kind ?? ''}`;
  const errors = errorsOf(refusal, row, happened);
  const problem = {
    type: `${where.publicUrl}/problems/${row.code}`,
    title,
    status,
    detail: `${happened} ${textIn((where.isOnScreen && row.remedyOnScreen) || row.remedy, language)}`,
    instance: where.instance,
    code: row.code,
    message: row.code,
    statusCode: status,
    ...(errors && { errors }),
    ...row.members?.(refusal, language),
    ...(where.idIsOf && { idIsOf: where.idIsOf }),
    requestId: where.requestId,
  };
  return { status, headers: headersOf(refusal, where), problem };
}

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/**
 * The explanation of a refusal, shown at the `type` URL of its problem; undefined for an unknown
 * code.
 */
export function explanationOf(
  code: string,
): { title: BilingualText; remedy: BilingualText; status: number } | undefined {
  return Object.values(allRefusals).find(({ code: known }) => known === code);
}

function errorsOf(refusal: AnyRefusal, row: RefusalText<AnyRefusal>, happened: string): unknown[] | undefined {
  if (refusal.refused === 'input_invalid') return refusal.faults.map(errorOf);
  const pointer = row.pointer?.(refusal);
  if (pointer === undefined) return undefined;
  return [
    {
      property: pointer.slice(1).replaceAll('/', '.'),
      pointer,
      code: row.code,
      constraints: { [row.code]: happened },
    },
  ];
}

const errorOf = ({ part, property, pointer, code, message }: Fault) => ({
  in: part,
  property,
  pointer,
  code,
  constraints: { [code]: message },
});

function headersOf(refusal: AnyRefusal, { resourceMetadata }: Where): Record<string, string> {
  switch (refusal.refused) {
    case 'key_missing':
      return challenge({ resource_metadata: resourceMetadata });
    case 'key_invalid':
      return challenge({ error: 'invalid_token', resource_metadata: resourceMetadata });
    case 'scope_missing':
      return challenge({ error: 'insufficient_scope', scope: refusal.scope, resource_metadata: resourceMetadata });
    case 'method_not_allowed':
      return { allow: refusal.allowed.join(', ') };
    case 'rate_limited':
    case 'too_many_documents':
    case 'account_busy':
    case 'service_busy':
    case 'logins_slowed':
    case 'sign_in_slowed':
      return { 'retry-after': String(refusal.retryAfter) };
    case 'database_unreachable':
    case 'files_unreachable':
      return { 'retry-after': String(UNREACHABLE_RETRY_SECONDS) };
    case 'idempotency_key_in_flight':
      return { 'retry-after': '1' };
    default:
      return {};
  }
}

/** The WWW-Authenticate challenge (RFC 6750 section 3). */
function challenge(parameters: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const said = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${value}"`],
  );
  return { 'www-authenticate': ['Bearer', said.join(', ')].join(' ').trimEnd() };
}

/** Problem texts for an id that belongs to another kind of record than the URL expects. */
const wrongIdKindTexts: Readonly<Record<RecordKind, BilingualText>> = {
  document: { fr: 'Cet identifiant est celui d’un document.', en: 'This id belongs to a document.' },
  contact: { fr: 'Cet identifiant est celui d’un contact.', en: 'This id belongs to a contact.' },
  organization: { fr: 'Cet identifiant est celui d’une organisation.', en: 'This id belongs to an organization.' },
  product: { fr: 'Cet identifiant est celui d’un produit.', en: 'This id belongs to a product.' },
  project: { fr: 'Cet identifiant est celui d’un projet.', en: 'This id belongs to a project.' },
  task: { fr: 'Cet identifiant est celui d’une tâche.', en: 'This id belongs to a task.' },
};

const NOT_FOUND = '_not_found';

/** Returns the kind of record an id belongs to, in the same account and mode. */
export async function actualKindOf(
  request: FastifyRequest,
  { refused }: AnyRefusal,
  { pool }: AppServices,
): Promise<RecordKind | undefined> {
  const { caller } = request;
  const ids = Object.values(request.params as Record<string, string>).filter(isUuid);
  if (!caller || !refused.endsWith(NOT_FOUND) || ids.length === 0) return undefined;
  const whose = { accountId: caller.accountId, test: caller.test, isReadOnly: true };
  const kinds = await inTransaction(pool, whose, async (tx) => ({ commit: false, answer: await kindsOfIds(tx, ids) }));
  return kinds.find((kind) => !refused.startsWith(kind));
}
