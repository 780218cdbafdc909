import { operations } from '../../src/api/index.ts';
import { type Answer, valueOf } from '../../src/pipeline/answer.ts';
import type { Operation } from '../../src/pipeline/operation.ts';
import { booksOf, TRAINING } from '../support/documents/example-books.ts';
import { openImport, PAST_LIST, takeOver } from '../support/documents/past-lists.ts';
import { unappliedPayment } from '../support/documents/unapplied-payment.ts';
import { memberOf } from '../support/service/create-member.ts';
import { type TestService, testService } from '../support/service/in-process-service.ts';
import { approvedPlatform, PLATFORM } from '../support/stand-ins/approved-platform.ts';

/** Records of an account: one ID of each kind, by its not-found refusal. */
export type Belongings = {
  readonly caller: TestService['live'];
  readonly ids: Readonly<Record<string, string>>;
  /** Everything secret to others: IDs, names, numbers, secrets. */
  readonly secrets: readonly string[];
};

/** A service with two accounts and a year of business each. `suffix` distinguishes their names. */
export async function twoAccounts({
  suffix = '',
  ...given
}: Parameters<typeof testService>[0] & { suffix?: string } = {}) {
  const service = await testService(given);
  const other = await service.newAccount('Otto Fremd');
  const own = await belongingsOf(service, service.live, `Ownlastname${suffix}`, '73282932000074');
  const foreign = await belongingsOf(service, other.live, `Fremdlastname${suffix}`, '55208131766522');
  return { service, own, foreign, foreignTest: other.test };
}

/** A year of business of an account. */
export async function belongingsOf(
  service: TestService,
  caller: TestService['live'],
  lastname: string,
  siret: string,
): Promise<Belongings> {
  const books = booksOf(service, caller);
  const address = { line1: `1 rue ${lastname}`, city: 'Lyon', zipCode: '69003', country: 'FR' };
  await books.company({
    name: `${lastname} EI`,
    siret,
    vatNumber: 'FR44732829320',
    address,
    phone: `+33 ${lastname}`,
    email: `${lastname}@example.net`,
  });
  const contact = await books.contact({ lastname, emails: [`${lastname.toLowerCase()}@example.org`] });
  const organization = await books.organization({ name: `Société ${lastname}`, siret });
  const person = { firstname: 'Paul', lastname: `${lastname}-Paul` };
  const organizationContact = (await books.done('create-organization-contact', organization, person)).id;
  const key = await books.done('create-api-key', undefined, { name: `${lastname} key` });

  const estimate = await books.signedEstimate(contact, { lines: [TRAINING], title: `Devis ${lastname}` });
  const advance = await books.finalizedAdvance(estimate.id);
  const invoice = await books.finalized(books.invoice(contact, { lines: [TRAINING], title: `Facture ${lastname}` }));
  await books.pay('invoice', invoice.id, 60000);
  const draft = await books.invoice(organization, { lines: [TRAINING], title: `Brouillon ${lastname}` });
  const asset = await books.done('create-asset', invoice.id);
  const [payment] = await books.done('get-billing-payments', invoice.id);
  const columns = await books.done('get-project-categories');
  const planned = { name: `Projet ${lastname}`, amount: 1, customerId: contact, categoryId: columns[0].id };
  const project = await books.done('create-project', undefined, planned);
  const todo = { name: `Tâche ${lastname}`, description: '', opportunityId: project.id, timeSpent: 60 };
  const task = await books.done('create-task', undefined, todo);
  const hook = { url: `https://example.com/${lastname}`, events: ['invoice.paid'] };
  const webhook = await books.done('create-webhook', undefined, hook);
  const { eventId } = await books.done('test-webhook', webhook.id);
  const attached = await books.done('attach-file', draft.id, { name: `${lastname}.txt`, content: btoa(lastname) });
  const theme = await books.done('create-theme', undefined, { name: `Thème ${lastname}` });
  const received = { name: `${lastname}.xml`, content: btoa(`<a>${lastname}</a>`) };
  const { supplierInvoice } = await books.done('upload-supplier-invoice', undefined, received);
  await booksOf(service, { ...caller, test: true }).done('send-test-email-signature');
  const [mail] = (await books.done('get-mailbox')).docs;
  // The day is closed the next morning.
  service.clock.now += DAY_SECONDS;
  const [closure] = (await books.done('make-closures')).docs;
  const archive = await books.done('create-archive', undefined, { from: closure.startsOn, to: closure.startsOn });
  approvedPlatform(service);
  const platform = await books.done('connect-platform', undefined, PLATFORM);
  const ids: Record<string, string> = {
    platform_connection_not_found: platform.id,
    closure_not_found: closure.id,
    archive_not_found: archive.id,
    account_export_not_found: (await books.done('create-account-export')).id,
    theme_not_found: theme.id,
    mail_not_found: mail.id,
    attachment_not_found: attached.id,
    supplier_invoice_not_found: supplierInvoice.id,
    ...{ webhook_not_found: webhook.id, event_not_found: eventId },
    ...{ project_not_found: project.id, category_not_found: columns[0].id, task_not_found: task.id },
    ...{ contact_not_found: contact, organization_not_found: organization, customer_not_found: contact },
    ...{ organization_contact: organizationContact, key_not_found: key.id, payment: payment.id },
    ...{ estimate_not_found: estimate.id, advance_not_found: advance.id, invoice_not_found: invoice.id },
    ...{ document_not_found: draft.id, credit_note_not_found: asset.id },
  };
  const numbered = caller === service.live ? [] : [caller.accountId];
  const { personId, invitationId } = await memberOf(service, caller, lastname);
  ids.online_payment_not_found = await unappliedPayment(
    { ...service, accountId: caller.accountId },
    invoice.id,
    50_000,
  );
  Object.assign(ids, { person_not_found: personId, invitation_not_found: invitationId });
  const takings = { on: '2026-01-02', sold: 'goods', rate: 2000, amount: 1_200, note: `Marché ${lastname}` };
  ids.counter_sale_not_found = (await books.done('create-counter-sale', undefined, takings)).id;
  const bought = { ...PURCHASE, supplierName: `Papeterie ${lastname}`, reference: `TK-${lastname}` };
  ids.purchase_not_found = (await books.done('record-purchase', undefined, bought)).id;
  const { paidOn: _, ...recurring } = { ...bought, every: 'month', from: '2030-01-05' };
  ids.recurring_purchase_not_found = (await books.done('create-recurring-purchase', undefined, recurring)).id;
  const comment = { subject: { kind: 'purchase', id: ids.purchase_not_found }, text: `Facture ${lastname} ?` };
  ids.book_comment_not_found = (await books.done('add-book-comment', undefined, comment)).id;
  const openings = { on: '2026-01-01', label: `Reprise ${lastname}`, lines: OPENING_LINES };
  ids.opening_entry_not_found = (await books.done('record-opening-balances', undefined, openings)).id;
  const past = PAST_LIST.replaceAll('Atelier Lumière', lastname).replaceAll('-0', `-${lastname.slice(0, 3)}0`);
  await takeOver(books, { [`${lastname}.csv`]: past });
  ids.past_document_not_found = (await books.ask('list-past-documents', { query: {} })).json.docs[0].id;
  ids.import_not_found = await openImport(books, { [`${lastname}-encore.csv`]: past });
  const car = { name: `Clio ${lastname}`, kind: 'car', power: 5, from: '2026-01-01' };
  ids.vehicle_not_found = (await books.done('create-vehicle', undefined, car)).id;
  const trip = { ...TRIP, vehicleId: ids.vehicle_not_found, customerId: contact, purpose: `Visite ${lastname}` };
  ids.trip_not_found = (await books.done('record-trip', undefined, trip)).id;
  const { token } = draft.customer;
  return {
    caller,
    ids,
    secrets: [
      ...new Set([...Object.values(ids), ...numbered, lastname, siret, token, draft.lines[0].id, webhook.secret]),
    ],
  };
}

const DAY_SECONDS = 86_400;
const TRIP = { on: '2026-01-02', origin: 'Lyon', destination: 'Grenoble', kilometers: 112 };
const OPENING_LINES = [
  { account: '512', label: 'Banque', debit: 1_000 },
  { account: '101', label: 'Capital', credit: 1_000 },
];
const PURCHASE = { paidOn: '2026-01-02', nature: 'supplies', amount: 4_990, method: 'cash' };

/** A way to name a record of another account: in path, query or body of an operation. */
export type Probe = {
  readonly operation: Operation;
  readonly place: 'path' | 'query' | 'body' | 'none';
  readonly member: string;
  readonly said: { path: Record<string, unknown>; query: Record<string, unknown>; body: Record<string, unknown> };
  /** Refusals that only say "not found". */
  readonly refusals: readonly string[];
  /** The requested ID, which a response may repeat. */
  readonly named: string;
};

const ID = /^id$|Id$/;
/** IDs of an external service: they name no record of any account here. */
const OUTSIDE: ReadonlySet<string> = new Set([
  ...['connect-agency-account clientId', 'connect-agency-account billingId'],
  ...['connect-platform clientId', 'connect-platform organizationId'],
]);
const namesOurs = ({ name }: Operation, member: string): boolean =>
  ID.test(member) && !OUTSIDE.has(`${name} ${member}`);
const shapeOf = (operation: Operation, part: 'path' | 'query' | 'body'): string[] => Object.keys(operation[part].shape);
const notFound = (operation: Operation): string[] => operation.refusals.filter((code) => code.endsWith('_not_found'));

/** Every place of an ID in every operation, with each ID of the other account. */
export function probes(own: Belongings, foreign: Belongings): Probe[] {
  return operations.flatMap((operation) => {
    const [kind = ''] = notFound(operation);
    const inPath = shapeOf(operation, 'path').filter((member) => ['id', 'fileId', 'onlinePaymentId'].includes(member));
    const ownId = (member: string) => own.ids[member === 'fileId' ? 'attachment_not_found' : kind];
    const ownPath = {
      ...Object.fromEntries(inPath.map((member) => [member, ownId(member)])),
      ...{ emailType: 'invoice_simple', paymentId: own.ids.payment },
    };
    const body = { ...operation.example };
    const plain = { path: ownPath, query: {}, body };
    const found: Probe[] = [{ operation, place: 'none', member: '', said: plain, refusals: [], named: '' }];
    for (const place of ['path', 'query', 'body'] as const)
      for (const member of shapeOf(operation, place).filter((name) => namesOurs(operation, name)))
        for (const named of new Set(Object.values(foreign.ids))) {
          const said = { ...plain, [place]: { ...plain[place], [member]: named } };
          const refusals = place === 'path' && member === 'id' ? [kind] : notFound(operation);
          found.push({ operation, place, member, said, refusals, named });
        }
    return found;
  });
}

/** Data of the other account in a response, except the requested ID. */
export const leaksIn = (answer: unknown, { secrets }: Belongings, named: string): string[] => {
  const told = JSON.stringify(answer).toLowerCase();
  return secrets.filter((secret) => secret !== named && told.includes(secret.toLowerCase()));
};

/**
 * The fault in the response to a probe for records of `foreign`; undefined if it reveals nothing.
 */
export function wrongInAnswer(
  { operation, place, member, refusals, named }: Probe,
  answer: Answer | { refused: string },
  foreign: Belongings,
): string | undefined {
  const what = `${operation.name} ${place} ${member} ${named}`;
  const leaks = leaksIn(answer, foreign, named);
  if (leaks.length > 0) return `${what}: tells ${leaks.join(', ')}`;
  if (place === 'none') return undefined;
  if ('refused' in answer)
    return refusals.includes(answer.refused) ? undefined : `${what}: ${JSON.stringify(answer)} is not "not found"`;
  if (place !== 'query') return `${what}: is done`;
  const { docs, totalDocs, count, csv } = valueOf(answer) as {
    docs?: unknown[];
    totalDocs?: number;
    count?: number;
    csv?: string;
  };
  // A file has headers and a row per record; a cursor list has no count.
  const found = csv === undefined ? (totalDocs ?? count ?? docs?.length) : csv.trimEnd().split('\r\n').length - 1;
  return found === 0 && !docs?.length ? undefined : `${what}: ${found} found`;
}
