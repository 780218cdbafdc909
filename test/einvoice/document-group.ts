import type { AccountSettings } from '../../src/domain/account/settings.ts';
import type { RequestedAdvance } from '../../src/domain/billing/advance/advance-amount.ts';
import { newAdvance } from '../../src/domain/billing/advance/new-advance.ts';
import { creditNoteOf } from '../../src/domain/billing/credit-note/new-credit-note.ts';
import type {
  Advance,
  BillingDocument,
  CreditNote,
  Estimate,
  Finalized,
  Invoice,
  Said,
} from '../../src/domain/billing/document/document.ts';
import type { Facts } from '../../src/domain/billing/document/draft-context.ts';
import { afterFinalizing } from '../../src/domain/billing/document/group/after-finalizing.ts';
import { finalize } from '../../src/domain/billing/document/group/finalize.ts';
import type { Kind } from '../../src/domain/billing/document/kind.ts';
import { seriesOf } from '../../src/domain/billing/document/kind.ts';
import type { Line } from '../../src/domain/billing/document/lines/line.ts';
import { defaultContent, freshDraft } from '../../src/domain/billing/document/new-draft.ts';
import type { InvoicingFramework } from '../../src/domain/billing/document/terms/invoicing-framework.ts';
import type { Discount } from '../../src/domain/billing/document/totals/discount.ts';
import { figuresOf } from '../../src/domain/billing/document/totals/document-figures.ts';
import { newFinalInvoice } from '../../src/domain/billing/invoice/new-final-invoice.ts';
import { defaultFormat } from '../../src/domain/billing/numbering/number-format.ts';
import type { Party } from '../../src/domain/customers/party.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import type { Around, Bill } from '../../src/einvoice/related-documents.ts';
import { billingToJson } from '../../src/schemas/billing/document/document-to-json.ts';

/** Document data beside the lines. */
export type Written = {
  readonly lines: readonly Line[];
  readonly discount?: Discount | undefined;
  readonly includeDiscountDisbursement?: boolean;
  readonly said?: (usual: Said) => Said;
  /** Of an invoice. */
  readonly framework?: InvoicingFramework;
};

export type World = {
  readonly settings: AccountSettings;
  readonly customer: Party;
  /** Unix seconds of the first document; each further one is a day later. */
  readonly now: number;
  readonly test?: boolean;
};

const DAY = 86_400;

/**
 * Creates a customer's documents by the domain rules, like the operations: draft, next number,
 * freeze, update relatives. Undefined stands for a refusal.
 */
export function family({ settings, customer, now, test = false }: World) {
  const documents = new Map<string, BillingDocument>();
  const counters = new Map<string, number>();
  let clock = now;
  let ids = 0;
  const newId = (): string => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`;
  const parentOf = ({ parentId }: BillingDocument) => (parentId === undefined ? undefined : documents.get(parentId));
  const factsOf = (document: BillingDocument): Facts => {
    const parent = parentOf(document);
    return { settings, customer, now: clock, ...(parent && { parent }) };
  };

  /** Numbers and freezes a draft. */
  function sealed<D extends BillingDocument>(draft: D): Finalized<D> | undefined {
    const series = seriesOf(draft.kind, draft.test);
    const counter = (counters.get(series) ?? 0) + 1;
    const year = new Date(clock * 1000).getUTCFullYear();
    const made = finalize(draft, factsOf(draft), { counter, format: defaultFormat, year });
    if (isRefusal(made)) return undefined;
    counters.set(series, counter);
    documents.set(made.id, made);
    for (const relative of afterFinalizing(made, (id) => documents.get(id))) documents.set(relative.id, relative);
    clock += DAY;
    return made as Finalized<D>;
  }

  function draft(kind: Kind, { lines, discount, includeDiscountDisbursement = false, said }: Written, more: object) {
    const usual = defaultContent(kind, settings, customer, clock);
    const content = {
      ...(said ? said(usual) : usual),
      lines: lines.map((line) => ({ ...line, id: newId() })),
      ...(discount && { discount }),
      includeDiscountDisbursement,
      ...more,
    };
    const id = newId();
    const given = { kind, id, test, now: clock, customerId: customer.id, content, totals: {} as never };
    const made = freshDraft(given);
    return { ...made, totals: figuresOf(made, undefined) };
  }

  const creditNote = (parent: Invoice | Advance, edit: (lines: readonly Line[]) => readonly Line[]) => {
    const now = documents.get(parent.id) as Invoice | Advance;
    const given = { id: newId(), now: clock, newId, relatives: documents.values() };
    const made = creditNoteOf(now, given);
    if (isRefusal(made)) return undefined;
    const edited: CreditNote = { ...made, content: { ...made.content, lines: edit(made.content.lines) } };
    return sealed({ ...edited, totals: figuresOf(edited, now) } as CreditNote);
  };

  return {
    invoice: ({ framework, ...written }: Written) =>
      sealed(draft('invoice', written, { isFinal: false, deductions: [], ...(framework && { framework }) }) as Invoice),
    estimate: (written: Written, kind: 'estimate' | 'purchase_order' = 'estimate') =>
      sealed(draft(kind, written, { planned: [] }) as Estimate),
    advance(estimate: Finalized<Estimate>, asked: RequestedAdvance, includeDisbursement = false) {
      const now = documents.get(estimate.id) as Finalized<Estimate>;
      const made = newAdvance(now, { id: newId(), now: clock, others: [], includeDisbursement, asked });
      return isRefusal(made) ? undefined : sealed(made);
    },
    finalInvoice(estimate: Finalized<Estimate>) {
      const now = documents.get(estimate.id) as Finalized<Estimate>;
      return sealed(newFinalInvoice(now, { id: newId(), now: clock, relatives: documents.values() }));
    },
    creditNote: (parent: Invoice | Advance, edit = (lines: readonly Line[]): readonly Line[] => lines) =>
      creditNote(parent, edit),
    freeCreditNote: (written: Written, references: CreditNote['content']['references']) =>
      sealed(draft('credit_note', written, { references }) as CreditNote),
    /** The current context of a document in the group. */
    facts: (document: BillingDocument): Facts => ({ ...factsOf(document), now: clock }),
    around: (): Around => ({ zone: settings.zone, relatives: [...documents.values()] }),
    /** The API response for a document of the group. */
    json(document: Finalized<Bill>) {
      const seen = (each: BillingDocument) => ({ document: each, facts: { ...factsOf(each), now: clock } });
      const relatives = new Map([...documents].map(([id, each]) => [id, seen(each)]));
      return billingToJson(seen(document), relatives, {
        language: 'fr',
        serviceName: 'Facturier',
        publicUrl: 'https://facturier.example',
      });
    },
  };
}

export type DocumentGroup = ReturnType<typeof family>;
