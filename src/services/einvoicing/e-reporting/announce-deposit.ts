import { canonicalJson } from '../../../audit/canonical-json.ts';
import { type AuditEvent, type LinkType, sha256Hex } from '../../../audit/chain/chain-link.ts';
import { append, lockChainHead } from '../../../db/audit/append-to-chain.ts';
import type { ReportDeposit } from '../../../domain/einvoicing/e-reporting/deposit.ts';
import { depositEventJson } from '../../../schemas/einvoicing/e-report-deposit.ts';
import type { Context } from '../../context.ts';
import { publishEvent } from '../../events/publish-event.ts';

type DepositLink = Extract<LinkType, 'report_transmitted' | 'report_not_accepted' | 'report_status'>;

/** The audit entry of a change to a deposited e-report. `change` is hashed: a file, or a status. */
export const depositEntry = (
  { now, actor }: Pick<Context, 'now' | 'actor'>,
  { id, about }: ReportDeposit,
  type: DepositLink,
  change: unknown,
): AuditEvent => ({
  ...{ type, at: now, actor },
  subject: { kind: 'e_report', id, number: `${about.report} ${about.period.from} ${about.type}` },
  sha256: sha256Hex(canonicalJson({ id, ...about, change })),
});

/** The event of a change to a deposited e-report. */
export const publishDeposit = (context: Context, deposit: ReportDeposit): void => {
  const subject = { type: 'e_report.status_changed', subjectId: deposit.id, test: deposit.test } as const;
  publishEvent(context, subject, depositEventJson(deposit));
};

/** Both, for an answer of the platform or of the tax office. */
export async function announceDeposit(
  context: Context,
  deposit: ReportDeposit,
  { type, change }: { readonly type: DepositLink; readonly change: unknown },
): Promise<void> {
  const { tx, test, seal } = context;
  const head = await lockChainHead(tx, test);
  append(tx, { test, head, seal }, depositEntry(context, deposit, type, change));
  publishDeposit(context, deposit);
}
