import * as z from 'zod';
import { settingsOf } from '../../../db/account/settings.ts';
import { findForDocument } from '../../../db/customers/customers.ts';
import { type KeptProject, keepProject } from '../../../db/projects/projects.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import type {
  BillingDocument,
  CreditNoteContent,
  EstimateContent,
  InvoiceContent,
  Said,
} from '../../../domain/billing/document/document.ts';
import { factsOf } from '../../../domain/billing/document/draft-context.ts';
import { documentGroupOf, type Member } from '../../../domain/billing/document/group/document-group.ts';
import { withOwnFigures } from '../../../domain/billing/document/group/edit-in-group.ts';
import type { LinedKind } from '../../../domain/billing/document/kind.ts';
import { defaultContent, freshDraft, noLines } from '../../../domain/billing/document/new-draft.ts';
import { revised } from '../../../domain/customers/apply-changes.ts';
import type { Party } from '../../../domain/customers/party.ts';
import { stepOf } from '../../../domain/money/currency.ts';
import { isRefusal, type Refused } from '../../../domain/refusal.ts';
import { discount, lines, type ofOffer, title } from '../../../schemas/billing/document/document-input.ts';
import { commonTextInputs, documentTextsFrom } from '../../../schemas/billing/document/text-members.ts';
import { idOf } from '../../../schemas/fields/id.ts';
import { type Products, productsOfLines } from '../../catalogue/products-of-lines.ts';
import type { Context } from '../../context.ts';
import { commitDocumentGroup } from '../document-group/commit-document-group.ts';
import { documentResponse } from '../document-group/document-response.ts';
import { turnoverThisYear as billedThisYear } from '../document-group/load-document-group.ts';
import { lineRefusals, linesFromInput } from './lines-from-input.ts';

/** What a create request may already set; our addition to the API. */
export const opening = {
  title: title.optional(),
  lines: lines.optional(),
  discount: discount.nullish(),
  ...commonTextInputs,
  opportunityId: idOf('the project it belongs to').nullish(),
};
/**
 * What assistants may set: references of public bodies are left to the editor, so that the list of
 * tools stays short enough.
 */
export const openingOfTools = z.object(opening).omit({ serviceCode: true, contractNumber: true }).shape;
const openingSchema = z.object(opening);
type Opening = z.output<typeof openingSchema>;
/** Additional members of some kinds. */
type OpeningOfKind = Opening & { references?: CreditNoteContent['references'] } & Partial<
    z.output<z.ZodObject<typeof ofOffer>>
  >;

export const openingRefusals = [
  'project_not_found',
  'project_of_other_mode',
  ...lineRefusals,
  'line_amount_too_large',
  'discount_on_mixed_lines',
] as const;

type OpeningRefusal = Refused<'customer_not_found' | (typeof openingRefusals)[number]>;

/** Creates a draft for a customer with the account's defaults and returns it. */
export async function createDraft(
  context: Context,
  kind: LinedKind,
  customerId: string | undefined,
  input: OpeningOfKind,
): Promise<Awaited<ReturnType<typeof documentResponse>> | OpeningRefusal> {
  const made = await draftToMake(context, kind, customerId, input);
  if (isRefusal(made)) return made;
  return documentResponse(context, await commitDocumentGroup(context, {}, documentGroupOf(made)));
}

/** A draft for a customer with the account's defaults, and its context; not written yet. */
export async function draftToMake(
  context: Context,
  kind: LinedKind,
  customerId: string | undefined,
  input: OpeningOfKind,
): Promise<Member | OpeningRefusal> {
  const { tx, now } = context;
  const projectId = input.opportunityId ?? undefined;
  const [account, found, project, products] = await Promise.all([
    settingsOf(tx),
    customerId === undefined ? undefined : findForDocument(tx, customerId),
    projectId === undefined ? undefined : keepProject(tx, projectId),
    productsOfLines(context, input.lines ?? []),
  ]);
  if (customerId !== undefined && !found) return { refused: 'customer_not_found' };
  if (projectId !== undefined && !project) return { refused: 'project_not_found' };
  const customer = found?.party;

  const draft = draftOf(context, kind, { settings: account.settings, customer, project, products }, input);
  if (isRefusal(draft)) return draft;
  if (project && project.test !== draft.test) return { refused: 'project_of_other_mode' };
  const { settings } = account;
  const turnoverThisYear = await billedThisYear(context, { document: draft, settings });
  const facts = factsOf(settings, now, { customer, projectName: project?.name, turnoverThisYear });
  return { document: draft, facts, contextVersion: [account.version, found?.version ?? '0.0'].join('.') };
}

type Known = {
  settings: AccountSettings;
  customer: Party | undefined;
  project: KeptProject | undefined;
  products: Products;
};

function draftOf(
  context: Context,
  kind: LinedKind,
  { settings, customer, project, products }: Known,
  input: OpeningOfKind,
): BillingDocument | Refused<(typeof openingRefusals)[number]> {
  const { now, newId } = context;
  // A new document is in the account's currency.
  const exchange = { rate: 1, step: stepOf(settings.currency) };
  const lines = linesFromInput(input.lines ?? [], { products, exchange, newId });
  if (isRefusal(lines)) return lines;
  const lined = { ...noLines, lines, ...(input.discount && input.discount.amount > 0 && { discount: input.discount }) };
  const content = {
    ...revised<Said>(defaultContent(kind, settings, customer, now), documentTextsFrom(input)),
    ...lined,
    ...ownContent[kind](input),
  };
  const draft = freshDraft({
    kind,
    id: newId(),
    // Documents created with a test key or for a test customer are test documents.
    test: context.test || (customer?.test ?? false),
    now,
    content,
    totals: {
      lines: [],
      netBeforeDiscount: 0,
      discount: 0,
      breakdown: {},
      netBeforeDiscountWithoutDisbursement: 0,
    } as never,
    ...(customer && { customerId: customer.id }),
    ...(project && { projectId: project.id }),
    ...(input.title && { title: input.title }),
  });
  return withOwnFigures(draft);
}

const ownContent = {
  estimate: offered,
  purchase_order: offered,
  invoice: (): Partial<InvoiceContent> => ({ isFinal: false, deductions: [] }),
  credit_note: ({ references = [] }: OpeningOfKind): Partial<CreditNoteContent> => ({ references }),
} satisfies Record<LinedKind, unknown>;

function offered({ estimateFee, plannedDuration }: OpeningOfKind): Partial<EstimateContent> {
  return {
    planned: [],
    ...(estimateFee && { fee: estimateFee }),
    ...(plannedDuration && { duration: plannedDuration }),
  };
}
