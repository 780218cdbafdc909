import { findForDocument } from '../../db/customers/customers.ts';
import { moneyReceivedFor } from '../../db/einvoicing/reported-documents.ts';
import { type Finalized, isFinalized } from '../../domain/billing/document/document.ts';
import { type DocumentGroup, documentsOf } from '../../domain/billing/document/group/document-group.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import { type CollectedOfDay, collectedOf } from '../../domain/einvoicing/collected.ts';
import type { NotSentReason } from '../../domain/einvoicing/not-sent-reason.ts';
import type { Rehearsed, RehearsedFailure, RehearsedFault, Repair } from '../../domain/einvoicing/rehearsed.ts';
import { type Bill, electronicInvoiceOf } from '../../einvoice/build-electronic-invoice.ts';
import { cdarOf } from '../../einvoice/cdar/cdar.ts';
import { messageOfSeller } from '../../einvoice/cdar/status-message.ts';
import { ciiOf } from '../../einvoice/cii/cii.ts';
import { platformTreatment } from '../../einvoice/clientele.ts';
import { type ElectronicFaultName, electronicFaults, electronicFaultTexts } from '../../einvoice/requirements.ts';
import { mapInTimeSlices } from '../../limits/time-slices.ts';
import { type RehearsedFile, rehearseDeposits } from '../../trial-platform/rehearse.ts';
import { documentLookups, loadDocumentGroup } from '../billing/document-group/load-document-group.ts';
import type { Context } from '../context.ts';
import { processingRuleFor, whyNotSent } from './hand-over.ts';

/** A document of a rehearsal, with the payments to report and the reason not to send it. */
type Read = {
  readonly group: DocumentGroup;
  /** Undefined if it would be sent. */
  readonly reason: NotSentReason | undefined;
  readonly collected: readonly CollectedOfDay[];
};

/** Reads the documents to rehearse, with the customers and the company as they are today. */
export async function readToRehearse(context: Context, ids: readonly string[]): Promise<Read[]> {
  const read: Read[] = [];
  for (const id of ids) {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) continue;
    const group = await withTodaysParties(context, found);
    const { document, facts } = group.asked;
    const { zone } = facts.settings;
    const [reason, payments] = await Promise.all([
      whyNotSent(context, document, facts),
      moneyReceivedFor(context.tx, { documentId: document.id, test: context.test, zone }),
    ]);
    read.push({ group, reason, collected: collectedOf(payments) });
  }
  return read;
}

/**
 * A document with the customer and company data of today. After a repair, the next rehearsal then
 * succeeds.
 */
async function withTodaysParties({ tx }: Context, group: DocumentGroup): Promise<DocumentGroup> {
  const { document, facts } = group.asked;
  if (!isFinalized(document)) return group;
  const { sealed } = document;
  const today = sealed.customer && (await findForDocument(tx, sealed.customer.id));
  const parties = { emitter: facts.settings.emitter, ...(today && { customer: today.party }) };
  return { ...group, asked: { ...group.asked, document: { ...document, sealed: { ...sealed, ...parties } } } };
}

type Language = keyof (typeof electronicFaultTexts)['sellerSiret'];
type Clock = { readonly now: number; readonly newId: () => string };
type Seller = { readonly siren: string; readonly name: string };

/**
 * Deposits the documents and the payments to report (status 212) on a temporary trial platform.
 * Without the SIREN of the company every document fails, because none can be addressed.
 */
export async function rehearse(
  read: readonly Read[],
  seller: Seller | undefined,
  clock: Clock & { readonly language: Language },
): Promise<Rehearsed> {
  const sendable = seller ? read.filter(({ reason }) => reason === undefined) : [];
  const files = await mapInTimeSlices(sendable, (each) => fileOf(each, clock));
  const faults = seller && (await rehearseDeposits(seller, files, clock));
  const failures = read.flatMap((each) => failureOf(each, { faults, language: clock.language }) ?? []);
  return {
    sent: sendable.length - (faults?.size ?? 0),
    collected: files.flatMap(({ id, statuses }) => (faults?.has(id) ? [] : statuses)).length,
    notSent: counted(read.flatMap(({ reason }) => reason ?? [])),
    failures,
  };
}

function fileOf({ group, collected }: Read, { now, newId }: Clock): RehearsedFile {
  const { document, facts } = group.asked;
  const bill = document as Finalized<Bill>;
  const invoice = electronicInvoiceOf(bill, { zone: facts.settings.zone, relatives: documentsOf(group) });
  const { customer } = bill.sealed;
  const processingRule = customer ? processingRuleFor(customer) : 'B2B';
  const treatment = customer ? platformTreatment(customer) : 'B2B';
  const { currency } = invoice;
  const messages = collected.flatMap(
    (day) => messageOfSeller({ id: newId(), invoice, treatment, currency, ...day, now }) ?? [],
  );
  return {
    id: bill.id,
    processingRule,
    name: `${bill.sealed.number}.xml`,
    xml: Buffer.from(ciiOf(invoice, { inPdf: false })),
    statuses: messages.map((message) => Buffer.from(cdarOf(message))),
  };
}

function counted(reasons: readonly NotSentReason[]): Rehearsed['notSent'] {
  const counts: Partial<Record<NotSentReason, number>> = {};
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

type Outcome = {
  /** By document; undefined without the SIREN of the company, when none can be handed over. */
  readonly faults: ReadonlyMap<string, readonly RehearsedFault[]> | undefined;
  readonly language: Language;
};

/** Undefined for a document that arrives, and for one that no platform should get. */
function failureOf({ group, reason }: Read, { faults, language }: Outcome): RehearsedFailure | undefined {
  const { document, facts } = group.asked;
  if (!isFinalized(document)) return undefined;
  const { customer } = partiesOf(document, facts);
  const organizationId = customer?.kind === 'organization' ? customer.id : customer?.organization?.id;
  const fault = (name: ElectronicFaultName) => ({ code: name, text: electronicFaultTexts[name][language] });
  const failure = (repair: Repair, reasons: readonly RehearsedFault[]): RehearsedFailure => ({
    ...{ billingId: document.id, number: document.sealed.number, repair, reasons },
    ...(customer && { customerId: customer.id }),
    ...(organizationId !== undefined && { organizationId }),
  });
  if (reason === 'customer_without_siren')
    return failure('customer', [{ code: 'customerSiren', text: WITHOUT_SIREN[language] }]);
  if (reason === 'electronic_form_incomplete') {
    const names = electronicFaults(document, facts).map(({ name }) => name);
    return failure(repairOf(names[0]), names.map(fault));
  }
  if (reason !== undefined) return undefined;
  if (!faults) return failure('company', [fault('sellerSiret')]);
  const reasons = faults.get(document.id);
  return reasons && failure(reasons.some(({ code }) => ADDRESS.has(code)) ? 'customer' : 'document', reasons);
}

const WITHOUT_SIREN: Readonly<Record<Language, string>> = {
  fr: 'Renseignez le SIREN ou le SIRET du client. Sans lui, la vente est déclarée comme celle à un particulier.',
  en: 'Fill in the customer’s SIREN or SIRET. Without it, the sale is reported like one to a consumer.',
};

/** Reasons of a platform that the address of the buyer is wrong (XP Z12-012). */
const ADDRESS: ReadonlySet<string> = new Set(['REJ_ADR', 'ROUTAGE_ERR', 'ADR_ERR', 'DEST_INC', 'DEST_ERR']);

const repairOf = (name: ElectronicFaultName | undefined): Repair =>
  name?.startsWith('seller') ? 'company' : name?.startsWith('customer') ? 'customer' : 'document';
