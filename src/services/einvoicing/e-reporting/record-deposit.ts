import { canonicalJson } from '../../../audit/canonical-json.ts';
import { sha256Hex } from '../../../audit/chain/chain-link.ts';
import type { Acknowledgement } from '../../../db/einvoicing/platform-flows.ts';
import { findDeposit, storeReportStatus } from '../../../db/einvoicing/report-deposits.ts';
import { settleMessage } from '../../../db/einvoicing/sent-messages.ts';
import type { ReportDeposit } from '../../../domain/einvoicing/e-reporting/deposit.ts';
import type { Context } from '../../context.ts';
import type { DeliveredStatus } from '../record-progress.ts';
import { announceDeposit } from './announce-deposit.ts';

/** The platform refused the file of an e-report; its figures were never sent to the tax office. */
export async function recordRefusedDeposit(
  context: Context,
  deposit: ReportDeposit,
  { reasons }: Extract<Acknowledgement, { state: 'refused' }>,
): Promise<void> {
  const refused = { ...deposit, state: 'refused' as const, faults: reasons };
  await announceDeposit(context, refused, { type: 'report_not_accepted', change: { reasons } });
}

/** Stores a status of an e-report, once. False if there is no such report in this mode. */
export async function recordReportStatus(
  context: Context,
  reportId: string,
  status: DeliveredStatus,
  from: { readonly connectionId: string; readonly platformId: string },
): Promise<boolean> {
  const { tx, test, realNow } = context;
  const deposit = await findDeposit(tx, reportId);
  if (deposit?.test !== test) return false;
  const { code, statedAt, reasons } = status;
  const content = canonicalJson({ reasons });
  const stored = { id: context.newId(), test, messageId: deposit.id, ...from, code, statedAt, receivedAt: realNow };
  if (!(await storeReportStatus(tx, { ...stored, content, sha256: sha256Hex(content) }))) return true;
  // The tax office answers what the platform took, whose acknowledgement may come later.
  if (deposit.state === 'submitted') await settleMessage(tx, deposit.id, { state: 'accepted' }, realNow);
  const statuses = [...deposit.statuses, { code, statedAt, receivedAt: realNow, reasons }];
  const state = deposit.state === 'submitted' ? 'accepted' : deposit.state;
  const change = { code, statedAt, reasons };
  await announceDeposit(context, { ...deposit, state, statuses }, { type: 'report_status', change });
  return true;
}
