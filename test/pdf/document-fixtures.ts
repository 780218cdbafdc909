import { type AccountSettings, freshSettings } from '../../src/domain/account/settings.ts';
import type { RequestedAdvance } from '../../src/domain/billing/advance/advance-amount.ts';
import { newAdvance } from '../../src/domain/billing/advance/new-advance.ts';
import { creditNoteOf } from '../../src/domain/billing/credit-note/new-credit-note.ts';
import type {
  Advance,
  BillingDocument,
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
import type { Discount } from '../../src/domain/billing/document/totals/discount.ts';
import { figuresOf } from '../../src/domain/billing/document/totals/document-figures.ts';
import { newFinalInvoice } from '../../src/domain/billing/invoice/new-final-invoice.ts';
import { defaultFormat } from '../../src/domain/billing/numbering/number-format.ts';
import type { Party } from '../../src/domain/customers/party.ts';
import { isRefusal } from '../../src/domain/refusal.ts';
import { DEFAULT_THEME } from '../../src/domain/themes/themes.ts';
import { type DocumentLayoutInput, printedDocument } from '../../src/pdf/layout/document-layout.ts';

/** 20 November 2026, 10:00 in Paris. */
export const NOVEMBER = 1_795_165_200;
const DAY = 86_400;

export const seller: AccountSettings = {
  ...freshSettings('Atelier Moreau'),
  emitter: {
    name: 'Atelier Moreau',
    fullName: 'Léa Moreau',
    email: 'bonjour@atelier-moreau.fr',
    phone: '04 78 00 12 34',
    address: { line1: '12 rue des Lilas', zipCode: '69003', city: 'Lyon', country: 'FR' },
    siret: '73282932000074',
    vatNumber: 'FR44732829320',
    rcsNumber: '732 829 320 Lyon',
    legalStatus: 'sasu',
  },
  bank: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Atelier Moreau' },
};

export const company: Party = {
  id: 'company',
  kind: 'organization',
  test: false,
  name: 'Brasserie du Vieux Pont',
  emails: [],
  siren: '552100554',
  siret: '55210055400013',
  vatNumber: 'FR27552100554',
  billingAddress: { line1: '4 quai Saint-Antoine', line2: 'Bâtiment B', zipCode: '69002', city: 'Lyon', country: 'FR' },
};

export const consumer: Party = {
  id: 'consumer',
  kind: 'contact',
  test: false,
  name: 'Jeanne Œuvrard',
  emails: [],
  billingAddress: { line1: '8 chemin de la Fontaine', zipCode: '38000', city: 'Grenoble', country: 'FR' },
};

export type Draft = {
  readonly lines: readonly Line[];
  readonly discount?: Discount;
  readonly said?: Partial<Said>;
  readonly legals?: Partial<Said['legals']>;
  readonly title?: string;
  readonly more?: object;
};

/**
 * Creates one customer's documents with the rules of the domain: drafts, finalized documents, and
 * the changes to related documents.
 */
export function documentFixtures(settings: AccountSettings, customer: Party, test = false) {
  const documents = new Map<string, BillingDocument>();
  const counters = new Map<string, number>();
  let now = NOVEMBER;
  let ids = 0;
  const newId = (): string => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`;
  const parentOf = ({ parentId }: BillingDocument) => (parentId === undefined ? undefined : documents.get(parentId));
  const factsOf = (document: BillingDocument): Facts => {
    const parent = parentOf(document);
    return { settings, customer, now, ...(parent && { parent }) };
  };

  function sealed<D extends BillingDocument>(draft: D): Finalized<D> {
    const counter = (counters.get(seriesOf(draft.kind, draft.test)) ?? 0) + 1;
    const made = finalize(draft, factsOf(draft), { counter, format: defaultFormat, year: 2026 });
    if (isRefusal(made)) throw new Error(JSON.stringify(made));
    counters.set(seriesOf(draft.kind, draft.test), counter);
    documents.set(made.id, made);
    for (const relative of afterFinalizing(made, (id) => documents.get(id))) documents.set(relative.id, relative);
    now += DAY;
    return made as Finalized<D>;
  }

  function drafted(kind: Kind, { lines, discount, said, legals, title, more }: Draft): BillingDocument {
    const usual = { ...defaultContent(kind, settings, customer, now), ...said };
    const content = {
      ...usual,
      legals: { ...usual.legals, ...legals },
      lines: lines.map((line) => ({ ...line, id: newId() })),
      ...(discount && { discount }),
      includeDiscountDisbursement: false,
      ...{ isFinal: false, deductions: [], planned: [], references: [] },
      ...more,
    };
    const given = { kind, id: newId(), test, now, customerId: customer.id, content, totals: {} as never };
    const made = freshDraft({ ...given, ...(title && { title }) });
    return { ...made, totals: figuresOf(made, undefined) };
  }

  function creditedDraft(parent: BillingDocument): BillingDocument {
    const of = documents.get(parent.id) as Invoice | Advance;
    const made = creditNoteOf(of, { id: newId(), now, newId, relatives: documents.values() });
    if (isRefusal(made)) throw new Error(JSON.stringify(made));
    return { ...made, totals: figuresOf(made, of) } as BillingDocument;
  }

  return {
    drafted,
    made: (kind: Kind, draft: Draft) => sealed(drafted(kind, draft)),
    advance(estimate: BillingDocument, asked: RequestedAdvance): Finalized<Advance> {
      const of = documents.get(estimate.id) as Finalized<Estimate>;
      const made = newAdvance(of, { id: newId(), now, others: [], includeDisbursement: false, asked });
      if (isRefusal(made)) throw new Error(JSON.stringify(made));
      return sealed(made);
    },
    finalInvoice(estimate: BillingDocument): Finalized<Invoice> {
      const of = documents.get(estimate.id) as Finalized<Estimate>;
      return sealed(newFinalInvoice(of, { id: newId(), now, relatives: documents.values() }));
    },
    creditedDraft,
    credited: (parent: BillingDocument) => sealed(creditedDraft(parent)),
    /** A document as printed. */
    printed: (document: BillingDocument, given: Partial<DocumentLayoutInput> = {}) =>
      printedDocument({
        document,
        facts: factsOf(document),
        relatives: new Map([...documents].map(([id, each]) => [id, { document: each }])),
        theme: DEFAULT_THEME,
        serviceName: 'Facturier',
        ...given,
      }),
    factsOf,
    /** The current state of a document, after later changes to related documents. */
    now: (document: BillingDocument) => documents.get(document.id) as BillingDocument,
  };
}
