import type { CdarMessage } from '../einvoice/cdar/cdar-message.ts';
import { type BuyerAction, type BuyerBehaviour, type BuyerOrder, statusOfAction } from './buyer-order.ts';
import { reportStatusXml } from './e-report.ts';
import { delays, PAYMENT_SECONDS, STEPS_PER_REQUEST_MAX } from './limits.ts';
import type { InvoiceFacts } from './read-invoice.ts';
import { routeOf } from './routing.ts';
import { madeFlow, statusXml, type Told } from './status-flow.ts';
import { type AckDetail, invoiceKeyOf, type TrialFlow, type TrialStep } from './store.ts';
import type { Work } from './work.ts';

/** A status and a reason that no list has. */
const UNKNOWN_STATUS = '299';
const UNKNOWN_REASON = 'MOTIF_INCONNU';

/** Carries out the steps that are due, up to the bound of one request. */
export async function advance(work: Work): Promise<void> {
  for (let step = 0; step < STEPS_PER_REQUEST_MAX; step++) {
    const flow = await work.state.nextDue(work.now);
    const [next, ...pending] = flow?.pending ?? [];
    if (!flow || !next) return;
    await work.state.saveFlow({ ...flow, pending });
    await carryOut(work, { ...flow, pending }, next);
  }
}

/** The steps of a deposited invoice. `details` are the results of the checks. */
export async function invoiceSteps(
  work: Work,
  deposited: { readonly invoice: InvoiceFacts; readonly processingRule: string },
  details: readonly AckDetail[],
): Promise<TrialStep[]> {
  const { now } = work;
  const acknowledged: TrialStep = { at: now + delays.acknowledged, do: 'acknowledge', details };
  if (details.some(({ level }) => level === 'Error')) return [acknowledged];
  const route = routeOf(deposited, work.companies());
  const first = { at: now + delays.acknowledged, do: 'status', status: '200' } as const;
  if (route.to !== 'buyer') {
    const { to, ...why } = route;
    if (to === 'none') return [acknowledged, { ...first, ...why }];
    return [acknowledged, first, { at: now + delays.issued, do: 'status', status: '213', ...why }];
  }
  const afterSeconds = work.settings().behaviours[route.company.siren]?.afterSeconds;
  const steps: TrialStep[] = [
    first,
    { at: now + delays.issued, do: 'status', status: '201' },
    { at: now + delays.received, do: 'status', status: '202' },
    { at: now + delays.available, do: 'deliver' },
    { at: now + delays.available, do: 'status', status: '203' },
    { at: now + (afterSeconds ?? route.company.behaviour.afterSeconds ?? delays.decided), do: 'decide' },
  ];
  return [acknowledged, ...(await disturbed(work, steps))];
}

/** The steps with the faults of the life cycle: an unknown status, the statuses backwards. */
async function disturbed(work: Work, steps: TrialStep[]): Promise<TrialStep[]> {
  const unknown: TrialStep = {
    at: work.now + delays.available,
    do: 'status',
    status: UNKNOWN_STATUS,
    reason: UNKNOWN_REASON,
  };
  const all = (await work.strikes('unknown_codes')) ? [...steps.slice(0, -1), unknown, ...steps.slice(-1)] : steps;
  if (!(await work.strikes('out_of_order_statuses'))) return all;
  const backwards = all.toReversed();
  return all.map(({ at }, place) => ({ ...(backwards[place] as TrialStep), at }));
}

async function carryOut(work: Work, flow: TrialFlow, step: TrialStep): Promise<void> {
  switch (step.do) {
    case 'acknowledge':
      return acknowledge(work, flow, step);
    case 'status':
      await tellSeller(work, flow, { ...step, by: 'platform' });
      return;
    case 'report':
      return answerReport(work, flow, step);
    case 'deliver':
      return deliver(work, flow, step.at);
    case 'decide':
      return decide(work, flow, step.at);
    case 'pay':
      if (flow.statuses?.at(-1)?.status === statusOfAction.approve) await obey(work, flow, { action: 'pay' }, step.at);
      return;
    case 'pass':
      return passOn(work, flow, step.at);
  }
}

async function acknowledge(
  work: Work,
  flow: TrialFlow,
  { at, details }: { at: number; details: readonly AckDetail[] },
): Promise<void> {
  const isRefused = details.some(({ level }) => level === 'Error');
  const { invoiceKey, ...others } = flow;
  const kept = isRefused || invoiceKey === undefined ? others : flow;
  await work.publish({
    ...kept,
    position: work.nextPosition(at),
    ack: { status: isRefused ? 'Error' : 'Ok', ...(details.length > 0 && { details }) },
    pending: isRefused ? [] : flow.pending,
  });
}

/** Writes a status for the seller of an invoice, and keeps that it was reached. */
async function tellSeller(work: Work, flow: TrialFlow, told: Told): Promise<TrialFlow> {
  const { invoice } = flow;
  if (!invoice) return flow;
  const file = Buffer.from(statusXml({ ...flow, invoice }, told));
  await sendStatus(work, { owner: flow.owner, flowType: 'CustomerInvoiceLC', of: flow, at: told.at, file });
  const reached = { status: told.status, at: told.at, ...(told.reason !== undefined && { reason: told.reason }) };
  const changed = { ...flow, statuses: [...(flow.statuses ?? []), reached] };
  await work.state.saveFlow(changed);
  return changed;
}

type SentStatus = { owner: string; flowType: string; of: TrialFlow; at: number; file: Uint8Array };

/** A flow with a status for one side; twice, if the fault says so. */
async function sendStatus(work: Work, { owner, flowType, of, at, file }: SentStatus): Promise<void> {
  const count = (await work.strikes('duplicate_statuses')) ? 2 : 1;
  for (let copy = 0; copy < count; copy++) {
    const name = `statut-${of.invoice?.number.replaceAll('/', '-') ?? of.flowId}.xml`;
    const { processingRule } = of;
    const made = { owner, flowType, name, syntax: 'CDAR', profile: 'Undefined', processingRule };
    await work.publish(madeFlow({ flowId: work.newId(), position: work.nextPosition(at) }, made, file), file);
  }
}

/** The tax office answers a report through the platform. */
async function answerReport(
  work: Work,
  flow: TrialFlow,
  { at, faults, isUnknown }: Extract<TrialStep, { do: 'report' }>,
): Promise<void> {
  const flowType = flow.report?.kind === 'payments' ? 'StatePaymentReportLC' : 'StateTransactionReportLC';
  const statuses = [...(isUnknown ? [UNKNOWN_STATUS] : []), faults.length > 0 ? '301' : '300'];
  for (const status of statuses) {
    const file = Buffer.from(reportStatusXml(flow, { status, at, faults: status === '301' ? faults : [] }));
    await sendStatus(work, { owner: flow.owner, flowType, of: flow, at, file });
  }
  const reached = statuses.map((status) => ({ status, at }));
  await work.state.saveFlow({ ...flow, statuses: [...(flow.statuses ?? []), ...reached] });
}

/** The invoice appears at the buyer, if the buyer is a client. */
async function deliver(work: Work, flow: TrialFlow, at: number): Promise<void> {
  const buyer = buyerOf(work, flow);
  const file = await work.state.file(flow.flowId);
  if (!buyer?.client || !file || !flow.invoice) return;
  const { name, syntax, profile, processingRule, invoice } = flow;
  const made = { owner: buyer.siren, flowType: 'SupplierInvoice', name, syntax, profile, processingRule };
  const copy = madeFlow({ flowId: work.newId(), position: work.nextPosition(at) }, made, file);
  await work.publish({ ...copy, invoice }, file);
}

const buyerOf = (work: Work, { invoice, processingRule }: TrialFlow) => {
  const route = invoice && routeOf({ invoice, processingRule }, work.companies());
  return route?.to === 'buyer' ? route.company : undefined;
};

/** The buyer acts as it does until told otherwise, unless it has said something already. */
async function decide(work: Work, flow: TrialFlow, at: number): Promise<void> {
  const buyer = buyerOf(work, flow);
  const hasSpoken = (flow.statuses ?? []).some(({ status }) => SPOKEN.has(status));
  if (!buyer || hasSpoken) return;
  const behaviour: BuyerBehaviour = work.settings().behaviours[buyer.siren] ?? buyer.behaviour;
  const { action, reason, message } = behaviour;
  if (action === 'wait') return;
  const order = { ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
  const acted = await obey(work, flow, { ...order, action: action === 'approve_and_pay' ? 'approve' : action }, at);
  if (action !== 'approve_and_pay') return;
  await work.state.saveFlow({ ...acted, pending: [...acted.pending, { at: at + PAYMENT_SECONDS, do: 'pay' }] });
}
const SPOKEN: ReadonlySet<string> = new Set(Object.values(statusOfAction));

/** The reason of an order that names none, for the statuses that need one (BR-FR-CDV-15). */
const DEFAULT_REASONS: Readonly<Partial<Record<BuyerAction, string>>> = {
  approve_partly: 'QTE_ERR',
  dispute: 'LIVR_INCOMP',
  suspend: 'JUSTIF_ABS',
  refuse: 'TX_TVA_ERR',
  reject: 'REJ_SEMAN',
};

/** Carries out an order to the buyer (or, for `reject`, to the buyer's platform). */
export function obey(work: Work, flow: TrialFlow, order: BuyerOrder, at: number): Promise<TrialFlow> {
  const { action, message } = order;
  const reason = order.reason ?? DEFAULT_REASONS[action];
  const due = flow.invoice?.due;
  const payment = { type: 'MPA', ...(due !== undefined && { amount: due }), currency: flow.invoice?.currency ?? 'EUR' };
  return tellSeller(work, flow, {
    status: statusOfAction[action],
    at,
    by: action === 'reject' ? 'platform' : 'buyer',
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
    ...(action === 'pay' && { figures: [payment] }),
  });
}

/** The seller's flow of the invoice that a status is about. */
export function invoiceOfStatus(work: Work, { invoice }: CdarMessage): Promise<TrialFlow | undefined> {
  const seller = invoice.sellerId?.value.slice(0, 9);
  if (seller === undefined || invoice.issuedOn === undefined) return Promise.resolve(undefined);
  return work.state.invoiceFlow(invoiceKeyOf(seller, invoice.number, invoice.issuedOn));
}

/** A status of one side reaches the other, unchanged. */
async function passOn(work: Work, flow: TrialFlow, at: number): Promise<void> {
  const file = await work.state.file(flow.flowId);
  const [reached] = flow.statuses ?? [];
  const of = flow.about === undefined ? undefined : await work.state.invoiceFlow(flow.about);
  if (!file || !of || !reached) return;
  const isOfSeller = of.owner === flow.owner;
  await work.state.saveFlow({ ...of, statuses: [...(of.statuses ?? []), { ...reached, at }] });
  if (!isOfSeller) return sendStatus(work, { owner: of.owner, flowType: 'CustomerInvoiceLC', of, at, file });
  const buyer = buyerOf(work, of);
  if (buyer?.client) await sendStatus(work, { owner: buyer.siren, flowType: 'SupplierInvoiceLC', of, at, file });
}
