import { settingsOf } from '../../../db/account/settings.ts';
import { append, lockChainHead } from '../../../db/audit/append-to-chain.ts';
import { listPlatformConnections } from '../../../db/einvoicing/platform-connections.ts';
import { depositsWithin, storeDeposit } from '../../../db/einvoicing/report-deposits.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import {
  type DepositHindrance,
  depositToMake,
  type ReportDeposit,
} from '../../../domain/einvoicing/e-reporting/deposit.ts';
import type { ReportKind, ReportPeriod } from '../../../domain/einvoicing/e-reporting/reporting-calendar.ts';
import type { Refused } from '../../../domain/refusal.ts';
import type { ReportHead } from '../../../einvoice/flux10/flux10.ts';
import type { Context } from '../../context.ts';
import { depositEntry, publishDeposit } from './announce-deposit.ts';
import { type ReportContent, reportContent } from './report-content.ts';
import { fileOf, lastDayOver, reporterOf, reportHead } from './report-file.ts';

/** A report to send: its period, and the approved platform it names as its sender. */
type Asked = {
  readonly kind: ReportKind;
  readonly period: ReportPeriod;
  readonly platform: ReportHead['platform'];
};

/**
 * Stores the report of a period as it will be sent, with its audit entry and its event, and queues
 * its sending. Nothing is stored on a refusal.
 */
export async function transmitReport(
  context: Context,
  asked: Asked,
): Promise<ReportDeposit | DepositHindrance | Refused<'e_report_incomplete' | 'e_report_too_large'>> {
  const { tx, test, now, realNow } = context;
  const { kind, period, platform } = asked;
  const { settings } = await settingsOf(tx);
  if (lastDayOver(now, settings) <= period.to) return { refused: 'e_report_running', to: period.to };
  const siren = reporterOf(settings);
  if (typeof siren !== 'string') return siren;
  const content = await reportContent(context, settings, asked);
  if ('refused' in content) return content;
  const write = await content.prepare();
  if ('refused' in write) return write;
  // Two requests for a period decide one after the other: the second sees the report of the first.
  const head = await lockChainHead(tx, test);
  const toMake = depositToMake(await situationOf(context, { ...asked, settings, content }));
  if ('refused' in toMake) return toMake;
  const id = context.newId();
  const { type } = toMake;
  const file = fileOf({ kind, period, type }, write(reportHead({ ...asked, type }, { id, settings, siren, now })));
  const { figures, totals } = content;
  const about = { report: kind, period: { from: period.from, to: period.to }, type };
  const deposit = { id, test, about, figures, totals, platform: platform.id, createdAt: realNow };
  storeDeposit(tx, { ...deposit, file: { ...file, syntax: 'FRR' } }, realNow);
  const stored: ReportDeposit = { ...deposit, state: 'sending', statuses: [] };
  append(tx, { test, head, seal: context.seal }, depositEntry(context, stored, 'report_transmitted', file.sha256));
  publishDeposit(context, stored);
  return stored;
}

/** What decides whether and how the report of a period is sent. */
export async function situationOf(
  { tx, test, now }: Context,
  {
    kind,
    period,
    settings,
    content: { figures, isEmpty },
  }: {
    readonly kind: ReportKind;
    readonly period: ReportPeriod;
    readonly settings: AccountSettings;
    readonly content: Pick<ReportContent, 'figures' | 'isEmpty'>;
  },
): Promise<Parameters<typeof depositToMake>[0]> {
  const [deposits, connections] = await Promise.all([
    depositsWithin(tx, { test, from: period.from, to: period.from }),
    listPlatformConnections(tx, test),
  ]);
  return {
    deposits: deposits.filter(({ about }) => about.report === kind && about.period.to === period.to),
    ...{ figures, isEmpty, period, today: lastDayOver(now, settings) },
    isConnected: connections.some(({ sends }) => sends),
  };
}
