import { isStatusCode, statusRow } from '../einvoice/cdar/status-code.ts';
import { empty, json, Refusal, type TrialAnswer } from './answer.ts';
import { type BuyerBehaviour, statusOfAction } from './buyer-order.ts';
import { isCheckDigitRight, linesOf, type TrialCompany } from './companies.ts';
import { flowJson } from './flow-json.ts';
import { obey } from './life-cycle.ts';
import { COMPANIES_MAX, SCANNED_FLOWS } from './limits.ts';
import { sampleInvoice } from './sample-invoice.ts';
import { buyerOrder, faultSettings, fitting, jsonOf, registration, supplierInvoice } from './schemas.ts';
import type { TrialFlow } from './store.ts';
import type { Work } from './work.ts';

/** The endpoints under `/trial`, beside the standard: what the buyers do, faults, state. */
export async function answerOrder(
  work: Work,
  { method, path, body }: { method: string; path: readonly string[]; body: Uint8Array },
): Promise<TrialAnswer> {
  const [what = '', id, act] = path;
  const route = `${method} ${[what, id === undefined ? '' : '*', act ?? ''].join('/').replace(/\/+$/, '')}`;
  switch (route) {
    case 'GET invoices':
      return json(200, { invoices: await invoicesOf(work) });
    case 'POST invoices/*/act':
      return order(work, id ?? '', jsonOf(body));
    case 'POST supplier-invoices':
      return json(201, await sampleInvoice(work, fitting(supplierInvoice, jsonOf(body))));
    case 'GET companies':
      return json(200, { companies: work.companies().map((company) => shown(work, company)) });
    case 'PUT companies/*':
      return register(work, id ?? '', jsonOf(body));
    case 'GET faults':
      return json(200, work.settings().faults);
    case 'PUT faults': {
      const faults = fitting(faultSettings, jsonOf(body));
      await work.changeSettings({ faults });
      return json(200, faults);
    }
    case 'DELETE faults':
      await work.changeSettings({ faults: {} });
      return empty(204);
    case 'DELETE state':
      await work.state.clear();
      return empty(204);
  }
  throw new Refusal(404, 'MISSING_RESOURCE', 'There is no such endpoint under /trial.');
}

/** The deposited invoices of all clients, with the statuses they have reached. */
async function invoicesOf(work: Work): Promise<object[]> {
  const clients = work.companies().filter(({ client }) => client);
  const all = await Promise.all(clients.map(({ siren }) => flowsOf(work, siren)));
  return all.flat().flatMap((flow) => {
    const { invoice, statuses = [], direction } = flow;
    if (!invoice || direction !== 'Out') return [];
    const { number, issuedOn, seller, buyer, total, currency } = invoice;
    return [{ ...flowJson(flow), invoice: { number, issuedOn, seller, buyer, totalCents: total, currency }, statuses }];
  });
}

async function flowsOf({ state }: Work, siren: string): Promise<TrialFlow[]> {
  const found: TrialFlow[] = [];
  for (let from = 0; ; ) {
    const page = await state.flowsAfter(siren, from, SCANNED_FLOWS);
    found.push(...page);
    if (page.length < SCANNED_FLOWS) return found;
    from = page.at(-1)?.position ?? Infinity;
  }
}

/** The buyer of an invoice says something now. `flowId` is the one its seller got. */
async function order(work: Work, flowId: string, body: unknown): Promise<TrialAnswer> {
  const asked = fitting(buyerOrder, body);
  const flow = await work.state.flow(flowId);
  if (!flow?.invoice || flow.direction !== 'Out')
    throw new Refusal(404, 'MISSING_RESOURCE', 'There is no such invoice.');
  if (flow.ack.status !== 'Ok')
    throw new Refusal(422, 'UNPROCESSABLE_ENTITY', `The invoice is not accepted (${flow.ack.status}).`);
  const { action, reason, message } = asked;
  refuseUnknownReason(statusOfAction[action], reason);
  await work.refuseIfFull(0);
  const wanted = { action, ...(reason !== undefined && { reason }), ...(message !== undefined && { message }) };
  const { statuses } = await obey(work, flow, wanted, work.now);
  return json(200, { flowId, statuses });
}

/** Only the fault `unknown_codes` sends reasons that the status does not have. */
function refuseUnknownReason(status: string, reason: string | undefined): void {
  const { reasons = [] } = isStatusCode(status) ? statusRow(status) : {};
  if (reason !== undefined && !reasons.includes(reason))
    throw new Refusal(400, 'INVALID_FIELD', `reason: the status ${status} has ${reasons.join(', ') || 'no reason'}`);
}

/** Registers a company in the directory, or changes what one does as a buyer. */
async function register(work: Work, siren: string, body: unknown): Promise<TrialAnswer> {
  const { name, behaviour } = fitting(registration, body);
  if (!/^\d{9}$/.test(siren) || !isCheckDigitRight(siren))
    throw new Refusal(400, 'INVALID_FIELD', `siren: ${siren} is not a SIREN`);
  const known = work.companies().find((company) => company.siren === siren);
  if (!known && name === undefined) throw new Refusal(400, 'MISSING_REQUIRED_FIELD', 'name: a new company needs one');
  const { behaviours, companies } = work.settings();
  if (!known && companies.length >= COMPANIES_MAX)
    throw new Refusal(422, 'UNPROCESSABLE_ENTITY', `At most ${COMPANIES_MAX} companies can be registered.`);
  if (behaviour) {
    if (behaviour.action !== 'wait' && behaviour.action !== 'approve_and_pay')
      refuseUnknownReason(statusOfAction[behaviour.action], behaviour.reason);
    await work.changeSettings({ behaviours: { ...behaviours, [siren]: behaviour as BuyerBehaviour } });
  }
  const company: TrialCompany = known
    ? { ...known, ...(name !== undefined && { name }) }
    : {
        siren,
        name: name ?? '',
        entityType: 'PrivateVatRegistered',
        establishments: [],
        behaviour: { action: 'approve' },
      };
  if (!known || name !== undefined) {
    const others = companies.filter((each) => each.siren !== siren);
    await work.changeSettings({ companies: [...others, company] });
  }
  return json(known ? 200 : 201, shown(work, company));
}

const shown = (work: Work, company: TrialCompany): object => ({
  siren: company.siren,
  name: company.name,
  entityType: company.entityType,
  addresses: linesOf(company).map(({ address }) => address),
  isClient: company.client !== undefined,
  behaviour: work.settings().behaviours[company.siren] ?? company.behaviour,
});
