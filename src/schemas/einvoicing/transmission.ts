import * as z from 'zod';
import {
  type DocumentStatus,
  lifeCycleStatuses,
  lifeCycleStatusOf,
  transmissionStage,
  transmissionStages,
} from '../../domain/einvoicing/life-cycle.ts';
import {
  type NotSentReason,
  notSentReasons,
  type UnsentReason,
  unsentReasons,
} from '../../domain/einvoicing/not-sent-reason.ts';
import { flowSyntaxes } from '../../domain/einvoicing/platform-connection.ts';
import type { PlatformFlow } from '../../domain/einvoicing/platform-flow.ts';
import type { LinkedDocument, Replacements } from '../../domain/einvoicing/replacement.ts';
import {
  type OutsideReason,
  outsideReasons,
  type SendingWay,
  sendingWays,
} from '../../domain/einvoicing/sending-due.ts';
import type { SentStatus } from '../../domain/einvoicing/sent-message.ts';
import { trialActionsAt, trialBuyerActions } from '../../domain/einvoicing/trial-buyer.ts';
import { deliveries, deliveryOf } from './supplier-status.ts';

const seconds = z.number().meta({ description: 'Unix seconds.' });
const reasons = z
  .array(z.object({ code: z.string().optional(), text: z.string().optional() }))
  .meta({ description: 'Why, as codes of XP Z12-012 or of the platform, and in words.' });

const linkedDocument = z.object({
  billingId: z.string(),
  number: z.string().optional().meta({ description: 'Its official number; absent for a draft.' }),
});

const statusNames = [...new Set(Object.values(lifeCycleStatuses))] as const;

const DocumentStatusJson = z
  .object({
    code: z.int().meta({ description: 'The code of the status (XP Z12-012), such as 205 for approved.' }),
    status: z
      .enum(statusNames as [string, ...string[]])
      .nullable()
      .meta({ description: 'Its name; null for a code that is not in the list.' }),
    statedAt: seconds,
    receivedAt: seconds,
    reasons,
    amounts: z
      .array(
        z.object({
          type: z.string().meta({ description: '`MEN` collected, `MPA` paid, `MAP` approved, …' }),
          amount: z.int().meta({ description: 'Cents, tax included.' }),
          currency: z.string(),
          rate: z.int().optional().meta({ description: 'The VAT rate in basis points: 2000 for 20 %.' }),
        }),
      )
      .meta({ description: 'Amounts of the status, by VAT rate where it names one.' }),
  })
  .meta({ id: 'DocumentStatus' });

const CollectedJson = z
  .object({
    ...{ id: z.string(), paidOn: z.string().meta({ format: 'date' }), statedAt: seconds },
    amounts: z.array(z.object({ rate: z.int(), amount: z.int(), currency: z.string() })).meta({
      description: 'Cents with tax by VAT rate in basis points. Negative: given back.',
    }),
    delivery: z.enum(deliveries),
    faults: reasons.optional().meta({ description: 'Why the platform did not accept it.' }),
  })
  .meta({ id: 'CollectedStatus' });

/** Where a document is on its way through approved platforms. */
export const TransmissionJson = z
  .object({
    stage: z.enum(['not_sent', ...transmissionStages]).meta({
      description:
        '`not_accepted`: the platform refused the file, which was never issued. `rejected`: a rule of the platforms refused the invoice. `refused`: its buyer did. After these three, correct it by a credit note and a new invoice; a file that was not accepted may be sent again.',
    }),
    notSentReason: z
      .enum(notSentReasons)
      .optional()
      .meta({ description: 'Why the document does not go through a platform; absent if it may.' }),
    isConnected: z.boolean().meta({ description: 'A platform is connected for sending, in the mode of the key.' }),
    way: z.enum(sendingWays).meta({
      description:
        'By which way the customer gets it: the platform as soon as it is finalized, the platform when asked (`send-to-platform`), or `outside` of it, such as by mail. For a draft, as if it were finalized now.',
    }),
    outsideReason: z.enum(outsideReasons).optional().meta({
      description: 'Why it goes outside of the platforms; absent if it may go through one.',
    }),
    unsentReason: z.enum(unsentReasons).optional().meta({
      description: 'Why it was not sent although it was due when it was finalized; absent once it is sent.',
    }),
    trialActions: z.array(z.enum(trialBuyerActions)).meta({
      description:
        'What its customer can say now, for `act-as-trial-buyer`. Empty unless the connected trial platform delivered it.',
    }),
    attempt: z.int().optional().meta({ description: 'How many times it was handed over; absent if never.' }),
    syntax: z.enum(flowSyntaxes).optional(),
    trackingId: z.string().optional().meta({ description: 'Our ID of the flow at the platform.' }),
    flowId: z.string().optional().meta({ description: 'The platform’s ID of the flow.' }),
    submittedAt: seconds.optional(),
    settledAt: seconds.optional().meta({ description: 'When the platform acknowledged it; Unix seconds.' }),
    reasons: reasons.optional().meta({ description: 'Why the platform did not accept the file.' }),
    collected: z.array(CollectedJson).meta({
      description: 'What was stated as collected (status 212, CGI art. 290 A), for each day of payment.',
    }),
    statuses: z.array(DocumentStatusJson).meta({ description: 'The statuses of its life cycle, oldest first.' }),
    replaces: linkedDocument.optional().meta({ description: 'The refused document that this one replaces.' }),
    replacedBy: linkedDocument.optional().meta({ description: 'The document that replaces this refused one.' }),
  })
  .meta({ id: 'Transmission' });

type Seen = {
  readonly collected: readonly SentStatus[];
  readonly flow: PlatformFlow | undefined;
  readonly statuses: readonly DocumentStatus[];
  readonly notSentReason: NotSentReason | undefined;
  readonly isConnected: boolean;
  readonly way: SendingWay;
  readonly outsideReason: OutsideReason | undefined;
  readonly unsentReason: UnsentReason | undefined;
  /** Delivered by the trial platform that is connected. */
  readonly isTrial: boolean;
  /** It is queued, although nothing is stored of it yet. */
  readonly isQueued: boolean;
  readonly replacements: Replacements;
};

export function transmissionToJson({
  flow,
  statuses,
  notSentReason,
  isConnected,
  way,
  outsideReason,
  unsentReason,
  isTrial,
  isQueued,
  collected,
  replacements: { replaces, replacedBy },
}: Seen): z.input<typeof TransmissionJson> {
  const stage =
    flow && !(isQueued && flow.state === 'refused')
      ? transmissionStage(flow.state, statuses)
      : isQueued
        ? 'waiting'
        : 'not_sent';
  return {
    stage,
    ...{ isConnected, way },
    ...(outsideReason && { outsideReason }),
    ...(unsentReason && stage === 'not_sent' && { unsentReason }),
    trialActions: isTrial ? [...trialActionsAt(stage)] : [],
    ...(notSentReason !== undefined && { notSentReason }),
    ...(flow && { attempt: flow.attempt, syntax: flow.syntax, trackingId: flow.id }),
    ...(flow?.platformId !== undefined && { flowId: flow.platformId }),
    ...(flow?.submittedAt !== undefined && { submittedAt: flow.submittedAt }),
    ...(flow?.settledAt !== undefined && { settledAt: flow.settledAt }),
    ...(flow?.reasons && { reasons: flow.reasons.map((reason) => ({ ...reason })) }),
    ...(replaces && { replaces: linkTo(replaces) }),
    ...(replacedBy && { replacedBy: linkTo(replacedBy) }),
    collected: collected.map(({ id, statedAt, state, amounts, faults, paidOn = '' }) => ({
      ...{ id, paidOn, statedAt, delivery: deliveryOf(state) },
      amounts: amounts.map(({ rate = 0, amount, currency }) => ({ rate, amount, currency })),
      ...(faults && { faults: faults.map((fault) => ({ ...fault })) }),
    })),
    statuses: statuses.map((status) => ({
      ...{ code: status.code, status: lifeCycleStatusOf(status.code) ?? null },
      ...{ statedAt: status.statedAt, receivedAt: status.receivedAt },
      reasons: status.reasons.map((reason) => ({ ...reason })),
      amounts: status.amounts.map((amount) => ({ ...amount })),
    })),
  };
}

const linkTo = ({ id, number }: LinkedDocument) => ({ billingId: id, ...(number !== undefined && { number }) });
