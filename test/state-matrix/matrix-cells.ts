import { allRefusals } from '../../src/http/errors/all-refusals.ts';
import { valueOf } from '../../src/pipeline/answer.ts';
import { runOperation } from '../../src/pipeline/run-operation.ts';
import { type Books, booksOf, operationNamed, TRAINING } from '../support/documents/example-books.ts';
import { COMPANY } from '../support/service/company.ts';
import { MONDAY, type TestService } from '../support/service/in-process-service.ts';
import { rolledBackServices } from '../support/service/rolled-back-services.ts';
import { states } from './document-states.ts';
import { marks } from './expected-results.ts';
import type { Row } from './operation-tables.ts';

/** A document of every kind in every state, and the requests about it. */
export type Cells = {
  readonly books: Books;
  /** By kind and state. */
  readonly ids: ReadonlyMap<string, string>;
  /** Faults in the cells of one row; empty if all match the table. */
  readonly wrongInRow: (kind: string, row: Row) => Promise<string[]>;
};

/** The account of the requests, and the IDs their bodies name. */
type Asking = {
  readonly service: TestService;
  readonly books: Books;
  readonly ids: Map<string, string>;
  /** The documents as created; they never change. */
  readonly documents: Map<string, any>;
  readonly other: string;
  readonly project: string;
};

/** Creates a document of every kind in every state, in an empty account. */
export async function matrixCells(service: TestService): Promise<Cells> {
  const books = booksOf(service);
  await books.company({ ...COMPANY, email: 'zoe@example.org' });
  const customerId = await books.contact();
  const other = await books.contact({ lastname: 'Roux' });
  const [{ id: categoryId }] = await books.done('get-project-categories');
  const project = (await books.done('create-project', undefined, { name: 'Site', amount: 0, customerId, categoryId }))
    .id;
  const ids = new Map<string, string>();
  for (const [kind, makers] of Object.entries(states))
    for (const [state, make] of Object.entries(makers)) ids.set(`${kind} ${state}`, await make(books, customerId));
  const asking: Asking = { service, books, ids, documents: new Map(), other, project };
  return { books, ids, wrongInRow: (kind, row) => wrongInRow(asking, kind, row) };
}

async function wrongInRow(asking: Asking, kind: string, { asked, cells }: Row): Promise<string[]> {
  const wrong: string[] = [];
  for (const [state, mark] of Object.entries(cells)) {
    const place = `${kind} ${state}`;
    const fault = await wrongIn(asking, place, asked, mark).catch(
      (error: unknown) => `${place}: ${asked}: ${String(error)}`,
    );
    if (fault) wrong.push(fault);
  }
  return wrong;
}

/** The fault in one cell; undefined if it matches the table. */
async function wrongIn(asking: Asking, place: string, asked: string, mark: string): Promise<string | undefined> {
  const { service, books, ids, documents } = asking;
  const expected = marks[mark];
  const id = ids.get(place);
  const [name = ''] = asked.split('#');
  const cell = `${place}: ${name}`;
  if (!expected || !id) return `${cell}: the table says ${mark || 'nothing'}`;
  const document = documents.get(id) ?? (await books.done('get-billing-by-id', id));
  documents.set(id, document);
  const emailType = /^\S*(estimate|order)/.test(place) ? 'estimate_simple' : 'invoice_simple';
  const parts = { path: { id, emailType }, query: {}, body: bodyOf(asking, asked, document) };
  const services = expected.refused !== undefined ? service.services : rolledBackServices(service.services);
  const answer = await runOperation(services, operationNamed(name), service.live, { parts, language: 'en' });
  const refused = 'refused' in answer ? answer.refused : undefined;
  if (expected.refused !== undefined) {
    if (refused !== expected.refused) return `${cell}: ${refused ?? 'done'} instead of ${expected.refused}`;
    const status = allRefusals[expected.refused as keyof typeof allRefusals].status;
    return status === expected.status ? undefined : `${cell}: ${status} instead of ${expected.status}`;
  }
  if (refused) return `${cell}: ${refused} instead of being done`;
  const shown = 'refused' in answer ? undefined : (valueOf(answer) as { state?: string } | undefined)?.state;
  const becomes = expected.state === 'same' ? document.state : expected.state;
  return shown === becomes ? undefined : `${cell}: is ${shown} instead of ${becomes}`;
}

/** A valid body per operation, built from the document where needed. */
function bodyOf({ other, project }: Asking, asked: string, document: any): object {
  const due = document.total.remainingReconciliateAmount;
  const bodies: Record<string, () => object> = {
    'update-billing-title': () => ({ title: 'Refonte' }),
    'update-billing-lines': () => ({ lines: [{ ...TRAINING, unitPrice: 90000 }] }),
    'update-billing-customer': () => ({ customerId: other }),
    'update-billing-opportunity': () => ({ opportunityId: project }),
    'update-billing-display-settings': () => display,
    'update-billing-bank-information': () => ({ bankInformation }),
    'update-billing-delivery-address': () => ({ deliveryAddress, displayDeliveryAddress: true }),
    'update-billing-include-discount-disbursement': () => ({ includeDiscountDisbursement: true }),
    'update-billing-sap-products': () => ({ lines: [] }),
    'update-billing-theme': () => ({ themeId: 'plume' }),
    'update-estimate-advance-lines': () => ({ advances: [{ value: 30, mode: 'PERCENTAGE' }] }),
    'update-advance-amount': () => ({ mode: 'AMOUNT', amount: 5000 }),
    'update-asset-references': () => ({ references: [{ number: 'F-2024-0007', date: MONDAY }] }),
    'update-invoice-payment-request': () => ({ paymentRequest: null }),
    'make-formal-notice': () => ({ delayDays: 8 }),
    'refund-asset': () => ({ refundAt: MONDAY }),
    'refund-asset#back': () => ({ refundAt: null }),
    'update-billing-reminder': () => reminder,
    'send-billing-by-email': () => ({ emails: ['lea@example.org'], subject: 'Facture', content: 'Bonjour' }),
    'cancel-invoice#archived': () => ({ wantArchiveAfterCancellation: true }),
    'cancel-advance#archived': () => ({ wantArchiveAfterCancellation: true }),
  };
  if (asked === 'update-estimate-timeline') return { ...timeline, expiredAt: MONDAY + 864_000 };
  if (asked.endsWith('-timeline')) return timeline;
  if (asked.endsWith('-general-informations')) return { headerNote: 'Merci' };
  if (asked.endsWith('-invoice-frequency')) return frequency;
  if (asked.endsWith('-locale')) return { locale: 'en' };
  if (asked.endsWith('-currency')) return { currency: 'USD', currencyRate: 1.0856 };
  if (asked.endsWith('paid#cent')) return paying(1);
  if (asked.endsWith('paid#rest')) return paying(Math.max(due, 1));
  if (asked.endsWith('paid#more')) return paying(due + 1);
  return bodies[asked]?.() ?? {};
}

const timeline = { emittedAt: MONDAY, paymentDelay: 'thirty_days' };
const display = {
  ...{ displayFullName: true, displayEmail: true, displayPhoneNumber: true, displaySAPAgreement: false },
  ...{ displayLegalStatus: true, displayRequiredMentionsProduct: true, displayTitle: false },
  ...{ displayMemberOfAnApprovedAssociation: false, displayServiceLogo: false },
};
const bankInformation = { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé Martin' };
const deliveryAddress = { line1: '3 quai de la Loire', city: 'Nantes', zipCode: '44000', country: 'FR' };
const paying = (amount: number) => ({ payments: [{ amount, receivedAt: MONDAY, method: 'transfer' }] });

const reminder = { active: true, frequency: 'every_week', numberOfRemindersToSend: 3, inCopy: false };
const frequency = {
  ...{ from: '2026-04-01', to: '2027-03-31', frequency: 1, interval: 'month' },
  ...{ finalizeInvoice: true, sendByMail: false, inCopy: false },
};
