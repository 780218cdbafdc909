import * as z from 'zod';
import {
  type DepositHindrance,
  depositStateOf,
  depositStates,
  type ReportDeposit,
  type ReportTotal,
  reportStatusNames,
  reportStatusOf,
  reportTypes,
} from '../../domain/einvoicing/e-reporting/deposit.ts';
import { reportKinds } from '../../domain/einvoicing/e-reporting/reporting-calendar.ts';

const seconds = z.int().meta({ description: 'Unix seconds.' });
const reasons = z
  .array(z.object({ code: z.string().optional(), text: z.string().optional() }))
  .meta({ description: 'Why, as codes of the tax office or of the platform, and in words.' });

const totals = z
  .array(z.object({ currency: z.string(), amount: z.int(), vat: z.int().optional() }).meta({ id: 'EReportTotal' }))
  .meta({ description: 'Cents: net and VAT in euros of sales, or receipts with tax.' });

/** A deposited e-report. */
export const EReportTransmissionJson = z
  .object({
    id: z.string().meta({ description: 'Its ID at the platform (`trackingId`) and at the tax office.' }),
    type: z.enum(reportTypes).meta({ description: '`IN`: first report. `RE`: replaces the period.' }),
    state: z.enum(depositStates).meta({
      description:
        '`not_accepted`: the platform refused the file. `deposited`: the platform has it; it passes it on after the last day. `accepted`, `rejected`: the tax office answered (300, 301). Repair and send again after `not_accepted` or `rejected`.',
    }),
    totals,
    platform: z.string().meta({ description: 'The four characters of the platform it names as its sender.' }),
    createdAt: seconds,
    submittedAt: seconds.optional(),
    settledAt: seconds.optional().meta({ description: 'When the platform acknowledged it; Unix seconds.' }),
    flowId: z.string().optional().meta({ description: 'The platform’s ID of it.' }),
    faults: reasons.optional().meta({ description: 'Why the platform did not accept the file.' }),
    statuses: z
      .array(
        z.object({
          code: z.int().meta({ description: '300: accepted, 301: rejected, 501: inadmissible.' }),
          status: z
            .enum(reportStatusNames)
            .nullable()
            .meta({ description: 'Its name; null for a code that is not in the list.' }),
          ...{ statedAt: seconds, receivedAt: seconds, reasons },
        }),
      )
      .meta({ description: 'The answers of the tax office, oldest first.' }),
  })
  .meta({ id: 'EReportTransmission' });

/** Why no report can be sent now. */
const hindrances = {
  e_report_running: 'running',
  e_report_under_way: 'under_way',
  e_report_unchanged: 'unchanged',
  e_report_empty: 'empty',
  platform_not_connected: 'not_connected',
} as const satisfies Readonly<Record<DepositHindrance['refused'], string>>;
const hindranceNames = Object.values(hindrances);

export const nextTransmissionJson = z
  .object({ type: z.enum(reportTypes).optional(), totals, hindrance: z.enum(hindranceNames).optional() })
  .meta({
    id: 'EReportNext',
    description: 'The type of the report that `transmit-e-report` would send now, or why it would send none.',
  });

export const nextTransmissionToJson = (
  next: { readonly type: (typeof reportTypes)[number] } | DepositHindrance,
  sums: readonly ReportTotal[],
): z.input<typeof nextTransmissionJson> => ({
  ...('refused' in next ? { hindrance: hindrances[next.refused] } : { type: next.type }),
  totals: sums.map((total) => ({ ...total })),
});

export const depositToJson = (deposit: ReportDeposit): z.input<typeof EReportTransmissionJson> => ({
  ...{ id: deposit.id, type: deposit.about.type, state: depositStateOf(deposit), platform: deposit.platform },
  totals: deposit.totals.map((total) => ({ ...total })),
  createdAt: deposit.createdAt,
  ...(deposit.submittedAt !== undefined && { submittedAt: deposit.submittedAt }),
  ...(deposit.settledAt !== undefined && { settledAt: deposit.settledAt }),
  ...(deposit.platformId !== undefined && { flowId: deposit.platformId }),
  ...(deposit.faults && { faults: deposit.faults.map((fault) => ({ ...fault })) }),
  statuses: deposit.statuses.map(({ code, statedAt, receivedAt, reasons: why }) => ({
    ...{ code, status: reportStatusOf(code) ?? null, statedAt, receivedAt },
    reasons: why.map((reason) => ({ ...reason })),
  })),
});

const day = z.string().meta({ format: 'date' });

/** A deposited e-report in an event. */
export const EReportEventJson = z
  .object({
    kind: z.enum(reportKinds),
    ...{ from: day, to: day },
    transmission: EReportTransmissionJson,
  })
  .meta({ id: 'EReportChange' });

/** The members of an event about a deposit. */
export const depositEventJson = (deposit: ReportDeposit): { eReport: z.input<typeof EReportEventJson> } => ({
  eReport: { kind: deposit.about.report, ...deposit.about.period, transmission: depositToJson(deposit) },
});
