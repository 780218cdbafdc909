import { createHash } from 'node:crypto';
import { cdarOf } from '../einvoice/cdar/cdar.ts';
import type { CdarDetail, CdarFigure, CdarMessage, CdarParty } from '../einvoice/cdar/cdar-message.ts';
import { isStatusCode, type StatusAuthor, statusRow } from '../einvoice/cdar/status-code.ts';
import type { InvoiceFacts, InvoiceParty } from './read-invoice.ts';
import type { TrialFlow } from './store.ts';

/** A status to be told to the seller of an invoice. */
export type Told = {
  readonly status: string;
  readonly at: number;
  readonly by: StatusAuthor;
  readonly reason?: string;
  readonly message?: string;
  readonly figures?: readonly CdarFigure[];
};

/** The State as recipient, scheme 0238 (rules 1.4.0). */
const STATE: CdarParty = { role: 'DFH', id: { scheme: '0238', value: '0000' }, name: 'PPF' };

/** MDT-2 by the processing rule of the invoice. */
const PROCESSES: Readonly<Record<string, string>> = {
  B2B: 'REGULATED',
  B2G: 'REGULATED',
  B2BInt: 'B2BINT',
  B2C: 'B2C',
  OutOfScope: 'OUTOFSCOPE',
};

type Deposited = { readonly invoice: InvoiceFacts; readonly processingRule: string; readonly submittedAt: number };

/** The XML of a status for the seller. */
export function statusXml({ invoice, processingRule, submittedAt }: Deposited, told: Told): string {
  const { status, at, by, reason, message, figures = [] } = told;
  const row = isStatusCode(status) ? statusRow(status) : undefined;
  const hasDetail = reason !== undefined || message !== undefined || figures.length > 0;
  const detail: CdarDetail = {
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { note: message }),
    figures,
  };
  const said: CdarMessage = {
    id: `${invoice.number}_${status}_${at}#${invoice.type}_${invoice.issuedOn.replaceAll('-', '')}`,
    process: PROCESSES[processingRule] ?? 'NON_REGULATED',
    writtenAt: at,
    senderRole: 'WK',
    issuer: by === 'platform' ? { role: 'WK' } : partyOf(invoice.buyer, 'BY'),
    recipients: [partyOf(invoice.seller, 'SE'), ...(row?.toState ? [STATE] : [])],
    phase: by === 'platform' ? '305' : '23',
    statusAt: at,
    invoice: {
      number: invoice.number,
      type: invoice.type,
      issuedOn: invoice.issuedOn,
      receivedAt: submittedAt / 1000,
      sellerId: { scheme: '0002', value: invoice.seller.siren ?? '' },
    },
    status,
    statusName: row?.name ?? 'Statut inconnu',
    ...(row?.condition && { condition: row.condition }),
    details: hasDetail ? [detail] : [],
  };
  return cdarOf(said);
}

const partyOf = ({ siren = '', name, address }: InvoiceParty, role: 'SE' | 'BY'): CdarParty => ({
  role,
  id: { scheme: '0002', value: siren },
  ...(name !== undefined && { name }),
  address: address?.scheme === '0225' ? address : { scheme: '0225', value: siren },
});

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A flow that the platform made itself: accepted, on its way to a client. */
export const madeFlow = (
  { flowId, position }: { flowId: string; position: number },
  flow: Pick<TrialFlow, 'owner' | 'flowType' | 'name' | 'syntax' | 'profile' | 'processingRule'>,
  file: Uint8Array,
): TrialFlow => ({
  ...flow,
  flowId,
  position,
  submittedAt: position,
  direction: 'In',
  ruleSource: 'Computed',
  sha256: sha256Of(file),
  ack: { status: 'Ok' },
  pending: [],
});
