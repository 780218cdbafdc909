import type { CdarMessage } from '../einvoice/cdar/cdar-message.ts';
import { cdarProblems } from '../einvoice/cdar/check-cdar.ts';
import { isStatusCode, statusRow } from '../einvoice/cdar/status-code.ts';
import { json, Refusal, type TrialAnswer, type TrialRequest } from './answer.ts';
import { type ReportFacts, type ReportFault, reportKeyOf } from './e-report.ts';
import { isOn } from './faults.ts';
import { invoiceOfStatus, invoiceSteps } from './life-cycle.ts';
import { delays, ENVELOPE_BYTES_MAX, FILE_BYTES_MAX, TRACKING_ID_CHARACTERS_MAX_1_1 } from './limits.ts';
import { type Deposit, readDeposit } from './read-deposit.ts';
import type { InvoiceFacts } from './read-invoice.ts';
import { processingRuleOf } from './routing.ts';
import { type FlowInfo, fitting, flowInfo, jsonOf } from './schemas.ts';
import { sha256Of } from './status-flow.ts';
import { type AckDetail, invoiceKeyOf, type TrialFlow } from './store.ts';
import type { Work } from './work.ts';

/** A deposit that was read: its description, its file and what the file is. */
export type ReadRequest = { readonly info: FlowInfo; readonly file: Uint8Array; readonly deposit: Deposit };

/** Reads the body of `POST /v1/flows`. Refuses one that does not have the standard form. */
export async function readDepositRequest({ headers, body = new Uint8Array() }: TrialRequest): Promise<ReadRequest> {
  const contentType = headers['content-type'] ?? '';
  if (body.length > FILE_BYTES_MAX + ENVELOPE_BYTES_MAX) throw tooLarge();
  if (!/^multipart\/form-data\b/i.test(contentType))
    throw new Refusal(400, 'INVALID_REQUEST', 'The body must be multipart/form-data with flowInfo and file.');
  const form = await formOf(contentType, body);
  const said = await textOf(form.get('flowInfo'));
  if (said === undefined) throw missing('flowInfo');
  const info = fitting(flowInfo, jsonOf(said));
  const part = form.get('file');
  if (part === null) throw missing('file');
  const file = typeof part === 'string' ? new TextEncoder().encode(part) : new Uint8Array(await part.arrayBuffer());
  if (file.length > FILE_BYTES_MAX) throw tooLarge();
  return { info, file, deposit: await readDeposit(file, info.flowSyntax) };
}

const missing = (field: string) => new Refusal(400, 'MISSING_REQUIRED_FIELD', `${field}: the part is missing`);
const tooLarge = () => new Refusal(413, 'FILE_SIZE_EXCEEDED', `A file has at most ${FILE_BYTES_MAX} bytes.`);

/** The form reader of the platform (undici). */
async function formOf(contentType: string, body: Uint8Array): Promise<FormData> {
  try {
    const answer = new Response(Uint8Array.from(body), { headers: { 'content-type': contentType } });
    return await answer.formData();
  } catch {
    throw new Refusal(400, 'INVALID_REQUEST', 'The multipart body is broken.');
  }
}

const textOf = async (part: File | string | null): Promise<string | undefined> =>
  part === null || typeof part === 'string' ? (part ?? undefined) : await part.text();

/** `POST /v1/flows`: stores the flow. Its acknowledgement gives the result of the checks. */
export async function createFlow(work: Work, client: string, request: ReadRequest): Promise<TrialAnswer> {
  await refuseByVersion(work, request.info);
  const flow = await depositFlow(work, client, request);
  const submittedAt = new Date(flow.submittedAt).toISOString();
  return json(202, { ...request.info, sha256: flow.sha256, flowId: flow.flowId, submittedAt });
}

/** Keeps a deposited flow; its life cycle begins. */
export async function depositFlow(work: Work, client: string, request: ReadRequest): Promise<TrialFlow> {
  const { file } = request;
  await work.refuseIfFull(file.length);
  const sha256 = sha256Of(file);
  const flow = await flowOf(work, client, { ...request, sha256 });
  return work.publish(flow, file);
}

async function refuseByVersion(work: Work, { trackingId = '', processingRule }: FlowInfo): Promise<void> {
  if (isOn(work.settings().faults, 'version_1_1') && trackingId.length > TRACKING_ID_CHARACTERS_MAX_1_1)
    throw new Refusal(400, 'INVALID_FIELD', `trackingId: at most ${TRACKING_ID_CHARACTERS_MAX_1_1} characters`);
  if (processingRule !== undefined && (await work.strikes('reject_processing_rule')))
    throw new Refusal(400, 'INVALID_FIELD', 'processingRule: this platform does not accept it');
}

type Checked = ReadRequest & { readonly sha256: string };

async function flowOf(work: Work, client: string, checked: Checked): Promise<TrialFlow> {
  const { info, sha256, deposit } = checked;
  const position = work.nextPosition(work.now);
  const details = [...(await faultDetails(work, checked)), ...(await repeatedDetails(work, client, info))];
  const invoice = 'invoice' in deposit ? deposit.invoice : undefined;
  const base = {
    flowId: work.newId(),
    owner: client,
    position,
    submittedAt: position,
    direction: 'Out' as const,
    name: info.name,
    syntax: info.flowSyntax,
    profile: info.flowProfile ?? invoice?.profile ?? 'Undefined',
    processingRule: info.processingRule ?? (invoice ? processingRuleOf(invoice, work.companies()) : 'NotApplicable'),
    ruleSource: info.processingRule === undefined ? ('Computed' as const) : ('Input' as const),
    sha256,
    ...(info.trackingId !== undefined && { trackingId: info.trackingId }),
    ack: { status: 'Pending' as const },
  };
  if (invoice) return invoiceFlow(work, { ...base, invoice, flowType: 'CustomerInvoice', pending: [] }, details);
  if ('status' in deposit) return statusFlow(work, base, { message: deposit.status, details });
  const acknowledge = { at: work.now + delays.acknowledged, do: 'acknowledge' as const };
  if ('report' in deposit) return reportFlow(work, base, { ...deposit, details });
  const all = [...details, ...('details' in deposit ? deposit.details : [])];
  return { ...base, flowType: 'Undefined', pending: [{ ...acknowledge, details: all }] };
}

/** Checks of the file: fingerprint and virus, also those that a fault invents. */
async function faultDetails(work: Work, { info, sha256 }: Checked): Promise<AckDetail[]> {
  const isOther = (info.sha256 !== undefined && info.sha256 !== sha256) || (await work.strikes('checksum_mismatch'));
  const hasVirus = await work.strikes('virus');
  return [
    ...(isOther ? [errorDetail('sha256', 'ChecksumMismatch', 'The file has another SHA-256.')] : []),
    ...(hasVirus ? [errorDetail('file', 'VirusFound', 'The file holds a virus.')] : []),
  ];
}

/** A tracking id names one flow that was not refused. */
async function repeatedDetails(work: Work, client: string, { trackingId }: FlowInfo): Promise<AckDetail[]> {
  if (trackingId === undefined) return [];
  const all = await work.state.flowsTracked(client, trackingId);
  const first = all.find(({ ack, direction }) => ack.status !== 'Error' && direction === 'Out');
  return first ? [errorDetail('trackingId', 'AlreadyExistingFlow', `The flow ${first.flowId} has it.`)] : [];
}

const errorDetail = (item: string, reasonCode: string, reasonMessage: string): AckDetail => ({
  level: 'Error',
  item,
  reasonCode,
  reasonMessage,
});

/** An invoice: its seller is the client (or its buyer, if it bills itself), and its key is new. */
async function invoiceFlow(
  work: Work,
  flow: TrialFlow & { invoice: InvoiceFacts },
  details: readonly AckDetail[],
): Promise<TrialFlow> {
  const { seller, buyer, number, issuedOn, type } = flow.invoice;
  const isSelfBilled = ['389', '501', '500', '471', '472', '473', '261', '502'].includes(type);
  const isOwn = seller.siren === flow.owner || (isSelfBilled && buyer.siren === flow.owner);
  const invoiceKey = invoiceKeyOf(seller.siren ?? '', number, issuedOn);
  const first = await work.state.invoiceFlow(invoiceKey);
  const all: AckDetail[] = [
    ...details,
    ...(isOwn ? [] : [errorDetail('BT-30', 'OtherTechnicalError', 'The seller is not the company of this client.')]),
    ...(first ? [errorDetail('BT-1', 'AlreadyExistingFlow', `The flow ${first.flowId} holds this invoice.`)] : []),
    ...((await work.strikes('unknown_codes')) ? [UNKNOWN] : []),
  ];
  const isRefused = all.some(({ level }) => level === 'Error');
  const pending = await invoiceSteps(work, flow, all);
  return { ...flow, pending, ...(!isRefused && { invoiceKey }) };
}

const UNKNOWN: AckDetail = {
  level: 'Warning',
  item: 'file',
  reasonCode: 'ReasonOfTomorrow',
  reasonMessage: 'A reason that no list has yet.',
};

/** An e-report: acknowledged if its file is whole, then answered by the tax office. */
async function reportFlow(
  work: Work,
  flow: FlowStart,
  { report: flowType, facts, details }: { report: string; facts: ReportFacts; details: readonly AckDetail[] },
): Promise<TrialFlow> {
  const { faults, ...report } = facts;
  const key = reportKeyOf(facts);
  const first = key === undefined ? undefined : await work.state.invoiceFlow(key);
  const isOwn = facts.siren === undefined || facts.siren === flow.owner;
  const all: ReportFault[] = [
    ...faults,
    ...(first ? [{ code: 'REJ_UNI' as const, text: 'Cette transmission a déjà été traitée (G8.05).' }] : []),
    ...(isOwn ? [] : [{ code: 'REJ_COH' as const, text: 'Le déclarant n’est pas l’entreprise raccordée (TT-13).' }]),
    ...((await work.strikes('reject_report')) ? [{ code: 'REJ_COH' as const, text: 'Rejet demandé (panne).' }] : []),
  ];
  const isUnknown = await work.strikes('unknown_codes');
  const isKept = all.length === 0 && details.every(({ level }) => level !== 'Error');
  return {
    ...{ ...flow, flowType, report, ...(key !== undefined && isKept && { invoiceKey: key }) },
    pending: [
      { at: work.now + delays.acknowledged, do: 'acknowledge', details },
      { at: work.now + delays.received, do: 'report', faults: all, ...(isUnknown && { isUnknown }) },
    ],
  };
}

type Said = { readonly message: CdarMessage; readonly details: readonly AckDetail[] };
type FlowStart = Omit<TrialFlow, 'flowType' | 'pending'>;

/** A status of the buyer or the seller: checked, and passed to the other side if it is right. */
async function statusFlow(work: Work, flow: FlowStart, { message, details }: Said): Promise<TrialFlow> {
  const of = await invoiceOfStatus(work, message);
  const isSeller = message.invoice.sellerId?.value.slice(0, 9) === flow.owner;
  const all = [...details, ...statusDetails(message, { of, client: flow.owner, isSeller })];
  const { status, statusAt } = message;
  const reason = message.details.find((detail) => detail.reason !== undefined)?.reason;
  const acknowledge = { at: work.now + delays.acknowledged, do: 'acknowledge' as const, details: all };
  return {
    ...flow,
    flowType: isSeller ? 'CustomerInvoiceLC' : 'SupplierInvoiceLC',
    ...(of?.invoiceKey !== undefined && { about: of.invoiceKey }),
    statuses: [{ status, at: statusAt, ...(reason !== undefined && { reason }) }],
    pending: [acknowledge, { at: work.now + delays.issued, do: 'pass' }],
  };
}

/** What is wrong with a status that a client says. */
function statusDetails(
  message: CdarMessage,
  { of, client, isSeller }: { of: TrialFlow | undefined; client: string; isSeller: boolean },
): AckDetail[] {
  const broken = cdarProblems(message).map(({ rule, term }) =>
    errorDetail(term, 'InvoiceLCRuleError', `The rule ${rule} is not met.`),
  );
  if (broken.length > 0) return broken;
  const { status } = message;
  if (!isStatusCode(status))
    return [errorDetail('MDT-105', 'InvoiceLCInvalidStatus', `There is no status ${status} of an invoice.`)];
  const side = isSeller ? 'seller' : 'buyer';
  if (!statusRow(status).by.includes(side))
    return [errorDetail('MDT-105', 'InvoiceLCStatusError', `A ${side} does not say the status ${status}.`)];
  if (!of?.invoice) return [errorDetail('MDT-87', 'InvoiceLCRuleError', 'There is no such invoice here.')];
  const { seller, buyer } = of.invoice;
  if (client !== (isSeller ? seller.siren : sirenOf(buyer)))
    return [errorDetail('MDT-87', 'InvoiceLCAccessDenied', 'The client is neither its seller nor its buyer.')];
  return amountDetails(message, of.invoice);
}

const sirenOf = ({ address, siren }: InvoiceFacts['buyer']): string | undefined =>
  address?.scheme === '0225' ? address.value.slice(0, 9) : siren;

/** Amounts received (MEN) fit the total of the invoice and its rates. */
function amountDetails({ details }: CdarMessage, { total, rates }: InvoiceFacts): AckDetail[] {
  const received = details.flatMap(({ figures }) => figures).filter(({ type }) => type === 'MEN');
  const sum = received.reduce((all, { amount = 0 }) => all + amount, 0);
  const wrongRate = received.find(
    ({ percent }) => percent !== undefined && rates.length > 0 && !rates.includes(percent),
  );
  return [
    ...(Math.abs(sum) > Math.abs(total)
      ? [errorDetail('MDT-215', 'InvoiceLCAmountError', 'More is received than the total of the invoice.')]
      : []),
    ...(wrongRate ? [errorDetail('MDT-224', 'InvoiceLCAmountError', 'The invoice has no such VAT rate.')] : []),
  ];
}
