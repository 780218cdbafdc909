import type { Cents } from '../../money/cents.ts';
import { isFinal, type RequestStatus } from './request-status.ts';

/**
 * The state of the payment request at Urssaf; stored in `life` of the invoice. Times are Unix
 * seconds.
 */
export type AgencyProgress = {
  readonly status: Exclude<RequestStatus, 0>;
  /** Urssaf's id of the request; absent if refused. */
  readonly id?: string;
  readonly sentAt: number;
  /** When it reached this state. */
  readonly changedAt: number;
  /** Urssaf's code, if Facturier does not know it. */
  readonly unknown?: string;
  /** Why the customer rejected it: a code and a comment. */
  readonly rejection?: { readonly code: string; readonly comment?: string };
  /** The amount Urssaf transfers, and when; it may be announced in advance. */
  readonly transfer?: { readonly amount: Cents; readonly at: number };
  /** The part of the transfer the invoice could not take because it was paid otherwise. */
  readonly unapplied?: Cents;
};

type WithLife = { readonly life: { readonly agency?: AgencyProgress } };

/**
 * Whether Urssaf is collecting the money, so that the customer gets neither reminders nor a
 * payment page.
 */
export const isWithAgency = ({ life: { agency } }: WithLife): boolean =>
  agency?.id !== undefined && !isOver(agency.status);

/** An unknown status is followed until it becomes a known one. */
const isOver = (status: AgencyProgress['status']): boolean => isFinal(status) && status !== 'ERREUR_INCONNUE';

/** Whether Urssaf refused the request. */
export const isRefusedByAgency = ({ life: { agency } }: WithLife): boolean => agency !== undefined && !agency.id;

const HOUR = 3_600;
/**
 * Seconds of a day at Urssaf. In test mode a simulator replaces Urssaf; its day lasts a minute, so
 * that users can watch a request progress.
 */
export const AGENCY_DAY_SECONDS = { live: 24 * HOUR, test: 60 } as const;
/**
 * Days after which a paid or rejected request no longer changes: an unpaid debit shows within eight
 * weeks.
 */
const WATCHED_DAYS = 90;

/**
 * When to check a request at Urssaf again: after a quarter of the time since its last change,
 * at least a 24th of a day and at most half a day. Daily once it is final, for 90 days after
 * payment, because a payment can be reversed. Undefined if it can no longer change.
 */
export function nextLookAt({ status, changedAt }: AgencyProgress, now: number, isTest: boolean): number | undefined {
  const day = AGENCY_DAY_SECONDS[isTest ? 'test' : 'live'];
  if (status === '70') return now < changedAt + WATCHED_DAYS * day ? now + day : undefined;
  if (isOver(status)) return undefined;
  const wait = Math.floor((now - changedAt) / 4);
  return now + Math.max(Math.floor(day / 24), Math.min(wait, day / 2));
}
