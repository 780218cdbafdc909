/**
 * The statuses of the life cycle of an electronic invoice (XP Z12-012, message CDAR), by their
 * codes. They are events: they arrive in any order, and platforms may add others.
 */
export const lifeCycleStatuses = {
  200: 'deposited',
  201: 'issued',
  202: 'received',
  203: 'made_available',
  204: 'taken_over',
  205: 'approved',
  206: 'partly_approved',
  207: 'disputed',
  208: 'suspended',
  209: 'completed',
  210: 'refused',
  211: 'payment_sent',
  212: 'collected',
  213: 'rejected',
  220: 'canceled',
  221: 'routing_error',
  501: 'inadmissible',
} as const satisfies Readonly<Record<number, string>>;
export type LifeCycleCode = keyof typeof lifeCycleStatuses;
export type LifeCycleStatus = (typeof lifeCycleStatuses)[LifeCycleCode];

/** The name of a status; undefined for a code that is not in the list. */
export const lifeCycleStatusOf = (code: number): LifeCycleStatus | undefined =>
  lifeCycleStatuses[code as LifeCycleCode];

/** The reason for a status: a code from the lists of XP Z12-012, and the issuer's own text. */
export type StatusReason = { readonly code?: string; readonly text?: string };

/** An amount of a status, such as one collected: cents and basis points. */
export type StatusAmount = {
  /** `MEN` collected, `MPA` paid, `MAP` approved … */
  readonly type: string;
  readonly amount: number;
  readonly currency: string;
  readonly rate?: number;
};

/** A status of a document, as a platform delivered it. Times are Unix seconds. */
export type DocumentStatus = {
  readonly code: number;
  readonly statedAt: number;
  readonly receivedAt: number;
  readonly reasons: readonly StatusReason[];
  readonly amounts: readonly StatusAmount[];
};

/** The state of a document handed to a platform (`platform_flow`). */
export type FlowState = 'sending' | 'submitted' | 'accepted' | 'refused';

/**
 * Where a document is on its way to its buyer. `not_accepted`: the platform refused the file, so
 * it was never issued. `rejected`: it was refused by a rule of the platforms. `refused`: by the
 * buyer.
 */
export const transmissionStages = [
  ...(['waiting', 'submitted', 'not_accepted', 'deposited', 'issued', 'received', 'made_available'] as const),
  ...(['taken_over', 'approved', 'partly_approved', 'disputed', 'suspended', 'completed'] as const),
  ...(['payment_sent', 'collected', 'refused', 'rejected', 'canceled'] as const),
] as const;
export type TransmissionStage = (typeof transmissionStages)[number];

/** Stages of a document that its buyer does not have, or does not accept. */
export const failedStages: readonly TransmissionStage[] = ['not_accepted', 'refused', 'rejected'];

/** Codes that end the life of an invoice, whatever else arrives before or after. */
const ENDS: ReadonlyMap<number, TransmissionStage> = new Map([
  [220, 'canceled'],
  [213, 'rejected'],
  [221, 'rejected'],
  [501, 'rejected'],
  [210, 'refused'],
]);

/** The codes after which an invoice must be corrected by its issuer. */
export const endingCodes: readonly number[] = [...ENDS]
  .filter(([, stage]) => stage !== 'canceled')
  .map(([code]) => code);

/** How far a status is along the way. Among equals the one stated last counts. */
const RANKS: ReadonlyMap<number, number> = new Map([
  ...([200, 201, 202, 203] as const).map((code, place) => [code, place + 1] as const),
  ...([204, 205, 206, 207, 208, 209] as const).map((code) => [code, 5] as const),
  [211, 6],
  [212, 7],
]);

/**
 * The stage of a document, from the state of its flow and its statuses in any order. A status that
 * ends its life wins; otherwise the furthest; unknown codes change nothing.
 */
export function transmissionStage(
  state: FlowState,
  statuses: readonly Pick<DocumentStatus, 'code' | 'statedAt'>[],
): TransmissionStage {
  for (const [code, stage] of ENDS) if (statuses.some((status) => status.code === code)) return stage;
  if (state === 'refused') return 'not_accepted';
  const [furthest] = statuses
    .filter(({ code }) => RANKS.has(code))
    .toSorted((a, b) => rankOf(b) - rankOf(a) || b.statedAt - a.statedAt);
  if (furthest) return lifeCycleStatusOf(furthest.code) as TransmissionStage;
  return state === 'sending' ? 'waiting' : 'submitted';
}

const rankOf = ({ code }: Pick<DocumentStatus, 'code'>): number => RANKS.get(code) ?? 0;
