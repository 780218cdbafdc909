import { settingsOf } from '../../../db/account/settings.ts';
import { findForDocument } from '../../../db/customers/customers.ts';
import { keepProject } from '../../../db/projects/projects.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import type { BillingDocument } from '../../../domain/billing/document/document.ts';
import { factsOf } from '../../../domain/billing/document/draft-context.ts';
import { type DocumentGroup, documentGroupOf } from '../../../domain/billing/document/group/document-group.ts';
import type { Context } from '../../context.ts';
import { turnoverThisYear } from '../document-group/load-document-group.ts';
import { atRatesOfDay } from './exchange-rates.ts';

type DraftDefaults = { readonly now: number; readonly newId: () => string; readonly settings: AccountSettings };

/**
 * Creates a draft modelled on another document by a rule, with the current customer, project and
 * account: a group of its own.
 */
export async function copyDraft<D extends BillingDocument>(
  context: Context,
  { customerId, projectId }: Pick<BillingDocument, 'customerId' | 'projectId'>,
  rule: (defaults: DraftDefaults) => D,
): Promise<DocumentGroup<D>> {
  const { tx, now, newId } = context;
  const [{ settings, version }, found, project] = await Promise.all([
    settingsOf(tx),
    customerId === undefined ? undefined : findForDocument(tx, customerId),
    projectId === undefined ? undefined : keepProject(tx, projectId),
  ]);
  const [{ document }] = await atRatesOfDay(context, [{ document: rule({ now, newId, settings }), settings }] as const);
  const known = { customer: found?.party, projectName: project?.name };
  const billed = await turnoverThisYear(context, { document, settings });
  const facts = factsOf(settings, now, { ...known, turnoverThisYear: billed });
  return documentGroupOf({ document, facts, contextVersion: [version, found?.version ?? '0.0'].join('.') });
}
