import { cents } from '../../src/domain/money/cents.ts';
import type { CdarMessage } from '../../src/einvoice/cdar/cdar-message.ts';
import { type StatusCode, statusRow } from '../../src/einvoice/cdar/status-code.ts';

const seller = { scheme: '0002', value: '732829320' };
const buyer = { scheme: '0002', value: '552100554' };

/** A valid message of a status. */
export function statusExample(status: StatusCode): CdarMessage {
  const { phase, name, condition, reasons, needsReason } = statusRow(status);
  const figures = status === '212' ? [{ type: 'MEN', amount: cents(12_000), currency: 'EUR', percent: 2_000 }] : [];
  const reason = needsReason ? { reason: reasons?.[0] as string } : {};
  return {
    id: `F2027-1_${status}`,
    process: 'REGULATED',
    guideline: 'urn.cpro.gouv.fr:1p0:CDV:invoice',
    writtenAt: 1_819_000_000,
    senderRole: 'WK',
    issuer: phase === '305' ? { role: 'WK' } : { role: 'BY', id: buyer, name: 'Acheteur' },
    recipients: [{ role: 'SE', id: seller, name: 'Vendeur', address: { scheme: '0225', value: '732829320' } }],
    phase,
    statusAt: 1_818_999_940,
    invoice: { number: 'F2027-1', type: '380', issuedOn: '2027-08-22', sellerId: seller },
    status,
    statusName: name,
    ...(condition && { condition }),
    details: needsReason || figures.length > 0 ? [{ ...reason, sequence: 1, figures }] : [],
  };
}
