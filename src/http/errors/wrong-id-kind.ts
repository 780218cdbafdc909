import type { FastifyRequest } from 'fastify';
import { kindsOfIds, type RecordKind } from '../../db/record-kind.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { BilingualText } from '../../schemas/bilingual-text.ts';
import { isUuid } from '../../schemas/fields/id.ts';
import type { AppServices } from '../../services/app-dependencies.ts';
import type { AnyRefusal } from './all-refusals.ts';

/** Problem texts for an id that belongs to another kind of record than the URL expects. */
export const wrongIdKindTexts: Readonly<Record<RecordKind, BilingualText>> = {
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
