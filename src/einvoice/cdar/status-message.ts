import type { ReceivedInvoice, ReceivedParty } from '../../domain/einvoicing/received-invoice.ts';
import type { StatusToState } from '../../domain/einvoicing/status-to-state.ts';
import { sirenOfParty } from '../../domain/einvoicing/supplier-invoice.ts';
import { type Cents, cents } from '../../domain/money/cents.ts';
import type { CivilDay } from '../../domain/time/civil-day.ts';
import type { ElectronicInvoice, Identifier } from '../electronic-invoice.ts';
import type { CdarDetail, CdarMessage, CdarParty } from './cdar-message.ts';
import { isStatusCode, statusRow } from './status-code.ts';

/** The State as recipient: scheme 0238, value 0000 (rules 1.4.0). */
const STATE: CdarParty = { role: 'DFH', id: { scheme: '0238', value: '0000' }, name: 'PPF' };

/** MDT-2 by the note BAR of the invoice; between businesses in France if it has none. */
const PROCESSES: Readonly<Record<string, string>> = { B2BINT: 'B2BINT', B2C: 'B2C', OUTOFSCOPE: 'OUTOFSCOPE' };

/** Who states a status about a received invoice, when, and under which ID. */
export type StatusOfBuyer = {
  readonly id: string;
  readonly status: StatusToState;
  readonly buyer: { readonly siren: string; readonly name: string };
  readonly invoice: ReceivedInvoice;
  /** Unix seconds. */
  readonly receivedAt: number;
  readonly now: number;
};

/**
 * The message of a status that the buyer of an invoice states. It goes to the supplier, and to the
 * State where the law asks for it. Undefined if the invoice does not say who its supplier is.
 */
export function messageOfBuyer({
  id,
  status,
  buyer,
  invoice,
  receivedAt,
  now,
}: StatusOfBuyer): CdarMessage | undefined {
  const sellerId = legalIdOf(invoice.seller);
  const address = addressOf(invoice.seller);
  if (!sellerId || !address) return undefined;
  const code = String(status.code);
  const row = isStatusCode(code) ? statusRow(code) : undefined;
  const treatment = invoice.notes.find(({ subject }) => subject === 'BAR')?.text.trim() ?? '';
  return {
    id,
    process: PROCESSES[treatment] ?? 'REGULATED',
    writtenAt: now,
    senderRole: 'BY',
    issuer: { role: 'BY', id: { scheme: '0002', value: buyer.siren }, name: buyer.name },
    recipients: [{ role: 'SE', id: sellerId, name: invoice.seller.name, address }, ...(row?.toState ? [STATE] : [])],
    phase: '23',
    statusAt: now,
    invoice: { number: invoice.number, type: invoice.type, issuedOn: invoice.issuedOn, receivedAt, sellerId },
    status: code,
    ...(row && { statusName: row.name }),
    ...(row?.condition && { condition: row.condition }),
    details: detailsOf(status),
  };
}

/** What was collected of an own document on a day, by rate in basis points. */
export type CollectedMessage = {
  readonly id: string;
  readonly invoice: ElectronicInvoice;
  /** The note BAR of the invoice. */
  readonly treatment: 'B2B' | 'B2BINT' | 'B2C';
  readonly currency: string;
  readonly on: CivilDay;
  readonly rates: readonly { readonly rate: number; readonly amount: Cents }[];
  /** Unix seconds. */
  readonly now: number;
};

/**
 * The message of status 212 for the State, and for a buyer whom the platforms reach: a block for
 * each rate, with the amount and the rate. Undefined if the document does not say who its seller or
 * such a buyer is.
 */
export function messageOfSeller({
  id,
  invoice,
  treatment,
  currency,
  on,
  rates,
  now,
}: CollectedMessage): CdarMessage | undefined {
  const { seller } = invoice;
  const buyers = treatment === 'B2B' ? [reachedBuyer(invoice)] : [];
  if (!seller.legalId || buyers.includes(undefined)) return undefined;
  const { name, condition } = statusRow('212');
  return {
    ...{ id, process: PROCESSES[treatment] ?? 'REGULATED', writtenAt: now, senderRole: 'SE' },
    issuer: { role: 'SE', id: seller.legalId, name: seller.name },
    recipients: [...buyers.filter((buyer) => buyer !== undefined), STATE],
    ...{ phase: '23', statusAt: now },
    invoice: { number: invoice.number, type: invoice.type, issuedOn: invoice.issuedOn, sellerId: seller.legalId },
    ...{ status: '212', statusName: name, ...(condition !== undefined && { condition }) },
    details: rates.map(({ rate, amount }, place) => ({
      sequence: place + 1,
      figures: [{ type: 'MEN', amount, currency, on, percent: rate }],
    })),
  };
}

function reachedBuyer({ buyer }: ElectronicInvoice): CdarParty | undefined {
  if (!buyer.legalId || !buyer.electronicAddress) return undefined;
  return { role: 'BY', id: buyer.legalId, name: buyer.name, address: buyer.electronicAddress };
}

/** The SIREN, or the identifier of a supplier abroad. */
function legalIdOf(seller: ReceivedParty): Identifier | undefined {
  const siren = sirenOfParty(seller);
  if (siren !== undefined) return { scheme: '0002', value: siren };
  const { legalId, vatNumber } = seller;
  if (legalId?.scheme !== undefined) return { scheme: legalId.scheme, value: legalId.value };
  return vatNumber === undefined ? undefined : { scheme: '0223', value: vatNumber };
}

/** BT-34, or the address that every SIREN has in the directory. */
function addressOf(seller: ReceivedParty): Identifier | undefined {
  const { electronicAddress } = seller;
  if (electronicAddress?.scheme !== undefined)
    return { scheme: electronicAddress.scheme, value: electronicAddress.value };
  const siren = sirenOfParty(seller);
  return siren === undefined ? undefined : { scheme: '0225', value: siren };
}

/** One detail for each reason; the amounts and the text stand with the first. */
function detailsOf({ reasons, amounts, paidOn }: StatusToState): CdarDetail[] {
  const figures = amounts.map(({ type, amount, currency }) => ({
    ...{ type, amount: cents(amount), currency },
    ...(paidOn !== undefined && { on: paidOn }),
  }));
  const stated = reasons.length === 0 && figures.length > 0 ? [{}] : reasons;
  return stated.map(({ code, text }: { code?: string; text?: string }, place) => ({
    ...(code !== undefined && { reason: code }),
    ...(text !== undefined && { note: text }),
    sequence: place + 1,
    figures: place === 0 ? figures : [],
  }));
}
