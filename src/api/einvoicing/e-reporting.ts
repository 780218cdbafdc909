import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { depositsWithin } from '../../db/einvoicing/report-deposits.ts';
import { depositToMake, type ReportDeposit, reportTypes } from '../../domain/einvoicing/e-reporting/deposit.ts';
import {
  periodOn,
  periodStateOn,
  periodsWithin,
  REPORTING_BEGINS,
  type ReportKind,
  type ReportPeriod,
  reportKinds,
} from '../../domain/einvoicing/e-reporting/reporting-calendar.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { addMonths, civilDayOf } from '../../domain/time/civil-day.ts';
import { FileAnswer } from '../../pipeline/file-answer.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  depositToJson,
  EReportTransmissionJson,
  nextTransmissionToJson,
} from '../../schemas/einvoicing/e-report-deposit.ts';
import {
  dayOfPeriod,
  EReportEntryJson,
  EReportJson,
  ReportPeriodsJson,
  reportKind,
} from '../../schemas/einvoicing/e-reporting.ts';
import { worded } from '../../schemas/fields/enum-schema.ts';
import { text } from '../../schemas/fields/text.ts';
import { day } from '../../schemas/fields/timestamp.ts';
import { listing } from '../../schemas/lists/list-query.ts';
import { pageJson, pageSchema } from '../../schemas/lists/page.ts';
import { answeredAs } from '../../schemas/tool-definition.ts';
import type { Context } from '../../services/context.ts';
import { reportingRegimeOf } from '../../services/einvoicing/e-reporting/load-report.ts';
import { reportColumns } from '../../services/einvoicing/e-reporting/report-columns.ts';
import { reportFile } from '../../services/einvoicing/e-reporting/report-file.ts';
import { entriesOfReport, figuresOfReport } from '../../services/einvoicing/e-reporting/show-report.ts';
import { situationOf, transmitReport } from '../../services/einvoicing/e-reporting/transmit-report.ts';
import { exportedPart, exportNoted, exportPage, exportQuery } from '../../services/import-export/export-page.ts';

/** Periods in one answer: four years of three a month, and their receipts. */
const PERIODS_MAX = 200;

const about = { chapter: 'E-reporting', scope: 'billing:read', body: z.object({}), success: 200 } as const;
const ofReport = z.object({ kind: reportKind });
const onDay = { on: dayOfPeriod };

export const listReportPeriods = operation({
  ...about,
  name: 'list-e-report-periods',
  summary: 'Lists the periods of e-reporting, with the last day of each and where it stands.',
  description:
    'The VAT regime of the company decides the periods (DGFiP, external specifications 3.2, table 13); under the normal regime also `vatDeclaredQuarterly`. By default from two months ago to today.',
  routes: ['GET /v2/e-reporting/periods'],
  path: z.object({}),
  query: z.object({
    from: day.optional().meta({ description: 'A day of the first period.' }),
    to: day.optional().meta({ description: 'A day of the last period.' }),
    kind: reportKind.optional(),
  }),
  output: ReportPeriodsJson,
  refusals: [],
  tool: {
    name: 'get-e-report-periods',
    description:
      'The periods of e-reporting, with the last day of each and where it stands; by default since two months ago.',
    ...answeredAs('calendar', ReportPeriodsJson),
  },
  async run(context, { from, to, kind }) {
    const { tx, now, test } = context;
    const { settings } = await settingsOf(tx);
    const today = civilDayOf(now, settings.zone);
    const regime = reportingRegimeOf(settings);
    const span = { from: from ?? addMonths(today, -2), to: to ?? today };
    // Every period begins at most two months before a day of it.
    const deposits = await depositsWithin(tx, { test, from: addMonths(span.from, -2), to: span.to });
    const periods = reportKinds
      .filter((each) => kind === undefined || each === kind)
      .flatMap((each) =>
        periodsWithin(span, { regime, kind: each, most: PERIODS_MAX / reportKinds.length }).map((period) => ({
          ...{ kind: each, ...period, state: periodStateOn(today, period) },
          transmission: transmissionOf(depositsOf(deposits, each, period).at(-1)),
        })),
      );
    return { body: { regime, begins: REPORTING_BEGINS, periods: periods.toSorted(byLastDay) } };
  },
});

const depositsOf = (deposits: readonly ReportDeposit[], kind: ReportKind, { from, to }: ReportPeriod) =>
  deposits.filter(({ about: { report, period } }) => report === kind && period.from === from && period.to === to);
const transmissionOf = (deposit: ReportDeposit | undefined) => (deposit ? depositToJson(deposit) : null);

const byLastDay = (a: { lastDay: string; kind: string }, b: { lastDay: string; kind: string }): number =>
  a.lastDay === b.lastDay ? (a.kind < b.kind ? 1 : -1) : a.lastDay < b.lastDay ? -1 : 1;

export const getReport = operation({
  ...about,
  name: 'get-e-report',
  summary: 'Computes the e-report of a period from documents, payments and takings: what it would state today.',
  description:
    'Sales to customers that are no VAT payers by day, currency and category, and the sums of international invoices; or the receipts of services, where VAT falls due on payment (CGI art. 290 and 290 A). Sales to French businesses with a SIREN are in no report: their e-invoices are. Nothing is stored or sent. `next` says whether `transmit-e-report` would send it.',
  routes: ['GET /v2/e-reporting/reports/{kind}'],
  path: ofReport,
  query: z.object(onDay),
  output: EReportJson,
  limiter: 'exports',
  refusals: ['e_report_too_large'],
  tool: {
    name: 'get-e-report',
    description: 'Computes the e-report of a period: sales or receipts that are in no e-invoice. Nothing is sent.',
    ...answeredAs('report', EReportJson),
  },
  async run(context, { kind, on }) {
    const asked = await askedReport(context, kind, on);
    const figures = await figuresOfReport(context, asked);
    if (isRefusal(figures)) return figures;
    const { period, regime, today } = asked;
    const { shown, facts } = figures;
    const situation = await situationOf(context, { ...asked, content: facts });
    const [latest, ...earlier] = situation.deposits.toReversed();
    const stands = { kind, ...period, state: periodStateOn(today, period), regime, test: context.test };
    return {
      body: {
        ...{ ...stands, ...shown, transmission: transmissionOf(latest), earlier: earlier.map(depositToJson) },
        next: nextTransmissionToJson(depositToMake(situation), facts.totals),
      },
    };
  },
});

export const listReportEntries = operation({
  ...about,
  name: 'list-e-report-entries',
  summary: 'Lists the documents, payments and takings behind the figures of an e-report.',
  routes: ['GET /v2/e-reporting/reports/{kind}/entries'],
  path: ofReport,
  query: z.object({
    ...onDay,
    ...listing,
    day: day.optional().meta({ description: 'Only this day of the period.' }),
    block: worded(['10.1', '10.2', '10.3', '10.4']).optional(),
  }),
  output: pageSchema(EReportEntryJson),
  limiter: 'exports',
  refusals: ['e_report_too_large'],
  async run(context, { kind, on, day: only, block, page, limit }) {
    const asked = await askedReport(context, kind, on);
    const entries = await entriesOfReport(context, asked, { only });
    if (isRefusal(entries)) return entries;
    const listed = entries.filter((entry) => block === undefined || entry.block === block);
    const docs = listed.slice((page - 1) * limit, page * limit);
    return { body: pageJson({ docs, total: listed.length, limit, page, nextCursor: undefined }) };
  },
});

export const exportReport = operation({
  ...about,
  name: 'export-e-report',
  summary:
    'Exports the entries behind an e-report as a CSV file: a row for each document, payment and entry of takings.',
  routes: ['GET /v2/e-reporting/reports/{kind}/export'],
  path: ofReport,
  query: exportQuery.omit({ after: true }).extend(onDay),
  output: exportedPart,
  answers: 'csv',
  limiter: 'exports',
  refusals: ['e_report_too_large'],
  securityNote: () => exportNoted('export-e-report'),
  async run(context, { kind, on, format }) {
    const asked = await askedReport(context, kind, on);
    const entries = await entriesOfReport(context, asked, {});
    if (isRefusal(entries)) return entries;
    const fileName = `e-reporting-${asked.period.from}.csv`;
    const shown = entries.map((entry) => ({ ...entry, id: entry.sourceId }));
    const { after } = exportQuery.parse({});
    const { body, headers } = exportPage(shown, { format, after }, { columns: reportColumns, fileName });
    return { body: { csv: body.csv }, ...(headers && { headers }) };
  },
});

/** The number of an approved platform in the register of the tax office: four characters. */
const platformNumber = z
  .string()
  .max(4)
  .regex(/^[A-Za-z0-9]{4}$/)
  .default('0000')
  .meta({ description: 'The four characters of the approved platform that sends the report.', example: '0123' });
const PLATFORM_NAME_MAX = 150;
const platformName = text(PLATFORM_NAME_MAX).default('Plateforme agréée');

export const getReportFile = operation({
  ...about,
  name: 'get-e-report-file',
  summary: 'Downloads the e-report of a period as XML (flux 10), for an approved platform.',
  description:
    'Only for a period that is over, with something to report and without faults. `RE` replaces the whole earlier report of the period. Platforms that make the report from your invoices and statuses do not need this file.',
  routes: ['GET /v2/e-reporting/reports/{kind}/file'],
  path: ofReport,
  query: z.object({
    ...onDay,
    type: worded(reportTypes).default('IN').meta({ description: '`IN`: first report. `RE`: replaces the period.' }),
    platform: platformNumber,
    platformName,
  }),
  output: FileAnswer,
  answers: 'file',
  fileTypes: ['application/xml'],
  limiter: 'exports',
  refusals: ['e_report_running', 'e_report_empty', 'e_report_incomplete', 'e_report_too_large'],
  securityNote: () => exportNoted('get-e-report-file'),
  async run(context, { kind, on, type, platform, platformName }) {
    const { period } = await askedReport(context, kind, on);
    const file = await reportFile(context, { kind, period, type, platform: { id: platform, name: platformName } });
    if (isRefusal(file)) return file;
    return { body: { name: file.name, mediaType: 'application/xml', bytes: file.bytes } };
  },
});

export const transmitEReport = operation({
  ...about,
  name: 'transmit-e-report',
  summary: 'Sends the e-report of a period to the approved platform, for the tax office.',
  description:
    'Only for a period that is over, with something to report and without faults. It is sent a moment later, once, whatever happens meanwhile. The first report of a period is `IN`; a later one is `RE` and replaces the period, for example after a late payment. After a rejection (301), repair and send again. Figures that the platform already has are refused.',
  routes: ['POST /v2/e-reporting/reports/{kind}/transmission'],
  scope: 'billing:write',
  path: ofReport,
  query: z.object({}),
  body: z.object({ ...onDay, platform: platformNumber, platformName }),
  output: EReportTransmissionJson,
  limiter: 'exports',
  refusals: [
    ...(['e_report_running', 'e_report_empty', 'e_report_incomplete', 'e_report_too_large'] as const),
    ...(['e_report_under_way', 'e_report_unchanged', 'platform_not_connected'] as const),
  ],
  example: { on: '2027-09-01', platform: '0123' },
  tool: {
    name: 'transmit-e-report',
    parameters: z.object({ ...ofReport.shape, ...onDay, platform: platformNumber }),
    description:
      'Sends the e-report of a period that is over to the platform, for the tax office; cannot be undone. A later one replaces it.',
    ...answeredAs('transmission', EReportTransmissionJson),
    destructive: true,
    reachesOthers: true,
  },
  async run(context, { kind, on, platform, platformName: name }) {
    const { period } = await askedReport(context, kind, on);
    const sent = await transmitReport(context, { kind, period, platform: { id: platform, name } });
    return isRefusal(sent) ? sent : { body: depositToJson(sent) };
  },
});

async function askedReport({ tx, now }: Context, kind: ReportKind, on: string) {
  const { settings } = await settingsOf(tx);
  const regime = reportingRegimeOf(settings);
  return { kind, settings, regime, period: periodOn(on, { regime, kind }), today: civilDayOf(now, settings.zone) };
}
