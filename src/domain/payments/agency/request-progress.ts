import type { Cents } from '../../money/cents.ts';
import { isFinal, type RequestStatus } from './request-status.ts';

/** How far the agency is with what it was asked to pay of an invoice, a part of the invoice's life. Times are Unix seconds. */
export type AgencyProgress = {
  readonly status: Exclude<RequestStatus, 0>;
  /** What the agency calls the request; absent where it refused it. */
  readonly id?: string;
  readonly sentAt: number;
  /** Since when it stands so. */
  readonly changedAt: number;
  /** The agency's own code, where we do not know it. */
  readonly unknown?: string;
  /** Why the customer refused it: a code, and what he wrote. */
  readonly rejection?: { readonly code: string; readonly comment?: string };
  /** What the agency transfers, and when; it may say so before it does. */
  readonly transfer?: { readonly amount: Cents; readonly at: number };
  /** What of the transfer the invoice could not take, as it was paid otherwise. */
  readonly unapplied?: Cents;
};

type WithLife = { readonly life: { readonly agency?: AgencyProgress } };

/** Whether the agency is at it: then nobody else asks the customer for the money, by a reminder or a page to pay. */
export const isWithAgency = ({ life: { agency } }: WithLife): boolean =>
  agency?.id !== undefined && !isOver(agency.status);

/** A status we do not know is followed until it becomes one we do. */
const isOver = (status: AgencyProgress['status']): boolean => isFinal(status) && status !== 'ERREUR_INCONNUE';

/** Whether the agency took nothing of what was sent. */
export const isRefusedByAgency = ({ life: { agency } }: WithLife): boolean => agency !== undefined && !agency.id;

const HOUR = 3_600;
/** Seconds of a day of the agency: at the stand-in a minute, so that a request can be lived through while one watches. */
export const AGENCY_DAY_SECONDS = { live: 24 * HOUR, test: 60 } as const;
/** Days after which nothing more is expected of what is paid or refused: an unpaid debit shows within eight weeks. */
const WATCHED_DAYS = 90;

/**
 * When the agency is asked again how a request stands: after a quarter of the time since it last moved, at least a 24th of a day and
 * at most half a day; once a day once it is over, for 90 days after it was paid, as that may be taken back; undefined where nothing
 * can come any more.
 */
export function nextLookAt({ status, changedAt }: AgencyProgress, now: number, isTest: boolean): number | undefined {
  const day = AGENCY_DAY_SECONDS[isTest ? 'test' : 'live'];
  if (status === '70') return now < changedAt + WATCHED_DAYS * day ? now + day : undefined;
  if (isOver(status)) return undefined;
  const wait = Math.floor((now - changedAt) / 4);
  return now + Math.max(Math.floor(day / 24), Math.min(wait, day / 2));
}
