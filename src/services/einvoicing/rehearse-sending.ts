import { type Finalized, isFinalized } from '../../domain/billing/document/document.ts';
import { type DocumentGroup, documentsOf } from '../../domain/billing/document/group/document-group.ts';
import { partiesOf } from '../../domain/billing/document/parties.ts';
import type { NotSentReason } from '../../domain/einvoicing/not-sent-reason.ts';
import type { Rehearsed, RehearsedFailure, RehearsedFault, Repair } from '../../domain/einvoicing/rehearsed.ts';
import { type Bill, electronicInvoiceOf } from '../../einvoice/build-electronic-invoice.ts';
import { ciiOf } from '../../einvoice/cii/cii.ts';
import { type ElectronicFaultName, electronicFaults, electronicFaultTexts } from '../../einvoice/requirements.ts';
import { mapInTimeSlices } from '../../limits/time-slices.ts';
import { type RehearsedFile, rehearseDeposits } from '../../trial-platform/rehearse.ts';
import { documentLookups, loadDocumentGroup } from '../billing/document-group/load-document-group.ts';
import type { Context } from '../context.ts';
import { processingRuleFor, whyNotSent } from './hand-over.ts';

/** A document read for a rehearsal, and why it would not be sent; undefined if it would. */
type Read = { readonly group: DocumentGroup; readonly reason: NotSentReason | undefined };

/** Reads the documents to rehearse. */
export async function readToRehearse(context: Context, ids: readonly string[]): Promise<Read[]> {
  const read: Read[] = [];
  for (const id of ids) {
    const group = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in group) continue;
    const { document, facts } = group.asked;
    read.push({ group, reason: await whyNotSent(context, document, facts) });
  }
  return read;
}

type Language = keyof (typeof electronicFaultTexts)['sellerSiret'];
type Seller = { readonly siren: string; readonly name: string };

/**
 * Hands the documents to a trial platform of their own, which forgets them. Without the SIREN of
 * the company all that would be sent fails, because nothing can be addressed.
 */
export async function rehearse(
  read: readonly Read[],
  seller: Seller | undefined,
  clock: { readonly now: number; readonly newId: () => string; readonly language: Language },
): Promise<Rehearsed> {
  const sendable = seller ? read.filter(({ reason }) => reason === undefined) : [];
  const files = await mapInTimeSlices(sendable, fileOf);
  const faults = seller && (await rehearseDeposits(seller, files, clock));
  const failures = read.flatMap((each) => failureOf(each, { faults, language: clock.language }) ?? []);
  return {
    sent: sendable.length - (faults?.size ?? 0),
    notSent: counted(read.flatMap(({ reason }) => reason ?? [])),
    failures,
  };
}

function fileOf({ group }: Read): RehearsedFile {
  const { document, facts } = group.asked;
  const bill = document as Finalized<Bill>;
  const invoice = electronicInvoiceOf(bill, { zone: facts.settings.zone, relatives: documentsOf(group) });
  const processingRule = bill.sealed.customer ? processingRuleFor(bill.sealed.customer) : 'B2B';
  return {
    id: bill.id,
    processingRule,
    name: `${bill.sealed.number}.xml`,
    xml: Buffer.from(ciiOf(invoice, { inPdf: false })),
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
  const fault = (name: ElectronicFaultName) => ({ code: name, text: electronicFaultTexts[name][language] });
  const failure = (repair: Repair, reasons: readonly RehearsedFault[]): RehearsedFailure => ({
    ...{ billingId: document.id, number: document.sealed.number, repair, reasons },
    ...(customer && { customerId: customer.id }),
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
