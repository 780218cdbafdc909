import * as z from 'zod';
import { discount, lines, title } from '../../contract/document-input.ts';
import { idOf, isUuid } from '../../contract/id.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import type { Party } from '../../domain/customer/party.ts';
import type {
  BillingDocument,
  CreditNoteContent,
  EstimateContent,
  InvoiceContent,
} from '../../domain/document/document.ts';
import { entryProblem } from '../../domain/document/entry-check.ts';
import { entryOf, figuresOf } from '../../domain/document/figures.ts';
import type { LinedKind } from '../../domain/document/kind.ts';
import { freshDraft, freshSaid, noLines } from '../../domain/document/new-draft.ts';
import { datesOf } from '../../domain/document/timeline.ts';
import { stepOf } from '../../domain/money/currency.ts';
import { isRefusal, type Refused } from '../../domain/refusal.ts';
import { findForDocument } from '../../store/customers.ts';
import { insertDraft } from '../../store/documents.ts';
import { type KeptProject, keepProject } from '../../store/projects.ts';
import { settingsOf } from '../../store/settings.ts';
import { type Products, productsOfLines } from '../catalogue/products-of-lines.ts';
import { tellDocument } from '../events/tell-document.ts';
import type { Context } from '../operation.ts';
import { lineRefusals, linesFromInput } from './line-from-input.ts';
import { etagOf, showDocument, turnoverThisYear } from './seen-family.ts';

/** What a new document may already say in the request that makes it: our addition to the interface. */
export const opening = {
  title: title.optional(),
  lines: lines.optional(),
  discount: discount.nullish(),
  opportunityId: idOf('the project it belongs to').nullish(),
};
const openingSchema = z.object(opening);
export type Opening = z.output<typeof openingSchema>;

export const openingRefusals = [
  'project_not_found',
  'project_of_other_mode',
  ...lineRefusals,
  'line_amount_too_large',
  'discount_on_mixed_lines',
] as const;

/** Makes a draft for a customer from the account's defaults, and answers it. */
export async function createDraft(
  context: Context,
  kind: LinedKind,
  customerId: string | undefined,
  said: Opening & { references?: CreditNoteContent['references'] },
): Promise<
  Awaited<ReturnType<typeof showDocument>> | Refused<'customer_not_found' | (typeof openingRefusals)[number]>
> {
  const { tx, now } = context;
  const projectId = said.opportunityId ?? undefined;
  const [account, found, project, products] = await Promise.all([
    settingsOf(tx),
    isUuid(customerId) ? findForDocument(tx, customerId) : undefined,
    isUuid(projectId) ? keepProject(tx, projectId) : undefined,
    productsOfLines(context, said.lines ?? []),
  ]);
  if (customerId !== undefined && !found) return { refused: 'customer_not_found' };
  if (projectId !== undefined && !project) return { refused: 'project_not_found' };
  const customer = found?.party;

  const draft = draftOf(context, kind, { settings: account.settings, customer, project, products }, said);
  if (isRefusal(draft)) return draft;
  if (project && project.test !== draft.test) return { refused: 'project_of_other_mode' };
  const { settings } = account;
  insertDraft(tx, draft, datesOf(draft, now, settings.zone), settings.zone, customer);

  const surroundings = new Map([[draft.id, [account.version, found?.version ?? '0.0'].join('.')]]);
  const turnover = await turnoverThisYear(context, { document: draft, settings });
  const facts = {
    settings,
    now,
    ...(customer && { customer }),
    ...(project && { projectName: project.name }),
    ...(turnover !== undefined && { turnoverThisYear: turnover }),
  };
  tellDocument(context, undefined, draft, facts);
  const seen = { document: draft, facts };
  const family = { seen, relatives: new Map([[draft.id, seen]]), surroundings };
  const shown = await showDocument(context, family);
  return { ...shown, headers: { etag: etagOf(family) } };
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
  said: Opening & { references?: CreditNoteContent['references'] },
): BillingDocument | Refused<(typeof openingRefusals)[number]> {
  const { now, newId } = context;
  // A new document is in the account's currency.
  const exchange = { rate: 1, step: stepOf(settings.currency) };
  const lines = linesFromInput(said.lines ?? [], { products, exchange, newId });
  if (isRefusal(lines)) return lines;
  const lined = { ...noLines, lines, ...(said.discount && said.discount.amount > 0 && { discount: said.discount }) };
  const content = { ...freshSaid(kind, settings, customer, now), ...lined, ...ownContent[kind](said.references ?? []) };
  const draft = freshDraft({
    kind,
    id: newId(),
    // What is made with a test key, or for a test customer, is a test.
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
    ...(said.title && { title: said.title }),
  });
  const problem = entryProblem(entryOf(draft as never));
  if (problem?.problem === 'amount_too_large') return { refused: 'line_amount_too_large', line: problem.line };
  if (problem) return { refused: 'discount_on_mixed_lines' };
  return { ...draft, totals: figuresOf(draft, undefined) } as BillingDocument;
}

const ownContent = {
  estimate: (): Partial<EstimateContent> => ({ planned: [] }),
  purchase_order: (): Partial<EstimateContent> => ({ planned: [] }),
  invoice: (): Partial<InvoiceContent> => ({ isFinal: false, deductions: [] }),
  credit_note: (references: CreditNoteContent['references']): Partial<CreditNoteContent> => ({ references }),
} satisfies Record<LinedKind, unknown>;
