import { createHash } from 'node:crypto';
import { settingsOf } from '../../../db/account/settings.ts';
import type { AccountSettings } from '../../../domain/account/settings.ts';
import { sirenOfSiret } from '../../../domain/customers/customer.ts';
import type { ReportType } from '../../../domain/einvoicing/e-reporting/deposit.ts';
import type { ReportKind, ReportPeriod } from '../../../domain/einvoicing/e-reporting/reporting-calendar.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { type CivilDay, civilDayOf } from '../../../domain/time/civil-day.ts';
import { CDAR_ZONE, timeText } from '../../../einvoice/cdar/cdar.ts';
import type { ReportHead } from '../../../einvoice/flux10/flux10.ts';
import type { Context } from '../../context.ts';
import { reportContent } from './report-content.ts';

/** Which report: its period, whether it replaces an earlier one, and who sends it. */
export type ReportAsked = {
  readonly kind: ReportKind;
  readonly period: Pick<ReportPeriod, 'from' | 'to'>;
  readonly type: ReportType;
  /** The approved platform: four characters, and its name. */
  readonly platform: ReportHead['platform'];
};

/** The flux 10 file of a period. `sha256`: lower-case hexadecimal, as platforms expect it. */
export type ReportFile = { readonly name: string; readonly bytes: Buffer; readonly sha256: string };

type FileRefusal = Refused<'e_report_running' | 'e_report_empty' | 'e_report_incomplete' | 'e_report_too_large'>;

/**
 * The file of a period's report, ready to be downloaded. The same figures, caller and second give
 * the same bytes.
 */
export async function reportFile(context: Context, asked: ReportAsked): Promise<ReportFile | FileRefusal> {
  const { settings } = await settingsOf(context.tx);
  const { kind, period, type } = asked;
  if (lastDayOver(context.now, settings) <= period.to) return { refused: 'e_report_running', to: period.to };
  const siren = reporterOf(settings);
  if (typeof siren !== 'string') return siren;
  const content = await reportContent(context, settings, asked);
  if ('refused' in content) return content;
  if (content.isEmpty) return { refused: 'e_report_empty' };
  const write = await content.prepare();
  if ('refused' in write) return write;
  const createdAt = timeText(context.now);
  const id = `${siren}-${kind === 'transactions' ? 'T' : 'P'}-${period.from.replaceAll('-', '')}-${type}-${createdAt}`;
  return fileOf(asked, write(reportHead(asked, { id, settings, siren, now: context.now })));
}

/**
 * The day that has begun both where the account is and in mainland France, whose time a report
 * states: it must be dated after its period (rule G7.43). `now` is Unix seconds.
 */
export function lastDayOver(now: number, { zone }: Pick<AccountSettings, 'zone'>): CivilDay {
  const [own, inFrance] = [civilDayOf(now, zone), civilDayOf(now, CDAR_ZONE)];
  return own < inFrance ? own : inFrance;
}

/** The SIREN that a report names as its author (TT-13). */
export const reporterOf = ({ emitter: { siret } }: AccountSettings): string | Refused<'e_report_incomplete'> =>
  siret === undefined
    ? { refused: 'e_report_incomplete', faults: [{ name: 'sellerSiret', numbers: [] }] }
    : sirenOfSiret(siret);

/** The head of a report. `id` is unique for the company and the period (G8.05). */
export function reportHead(
  { type, platform, period }: ReportAsked,
  { id, settings, siren, now }: { id: string; settings: AccountSettings; siren: string; now: number },
): ReportHead {
  const { emitter } = settings;
  return {
    ...{ id, type, createdAt: timeText(now), platform, period },
    issuer: { siren, name: emitter.name || emitter.fullName || settings.name },
  };
}

/** The file with the XML of a report. */
export function fileOf({ kind, period, type }: Omit<ReportAsked, 'platform'>, xml: string): ReportFile {
  const bytes = Buffer.from(xml, 'utf8');
  const name = `e-reporting-${kind === 'transactions' ? 'ventes' : 'encaissements'}-${period.from}-${type}.xml`;
  return { name, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}
