import type { AccountSettings } from '../account/settings.ts';
import type { CivilDay } from '../time/civil-day.ts';
import { isReachedByPlatforms } from '../vat/vat-territory.ts';
import { REPORTING_BEGINS } from './e-reporting/reporting-calendar.ts';

/** From this day on every business receives through a platform (CGI art. 289 bis). */
const RECEIVING_BEGINS = '2026-09-01';
/** From this day on small and micro-businesses send through one (CGI art. 289 bis). */
const SENDING_BEGINS = '2027-09-01';

/** What the reform of e-invoicing asks: CGI art. 289 bis, 290 and 290 A. */
export const reformDuties = ['receive', 'send', 'report_sales', 'report_payments'] as const;
export type ReformDuty = (typeof reformDuties)[number];

/**
 * How far a business is with a duty: ready; to do, because it applies already; to prepare for its
 * day; or not concerned.
 */
export const dutyStates = ['ready', 'to_do', 'to_prepare', 'not_concerned'] as const;
type DutyState = (typeof dutyStates)[number];

/** What an account has for the reform. `today` is its civil day. */
type Preparations = {
  readonly today: CivilDay;
  /** A platform is connected for live documents. */
  readonly sends: boolean;
  readonly receives: boolean;
};

type Business = Pick<AccountSettings, 'vatRegime' | 'emitter'>;

/**
 * The duties of a business, with the day each begins. A business abroad, or in an overseas
 * territory that the platforms do not reach, has none. One whose sales are all exempt (CGI art. 261
 * to 261 E) receives, and neither sends nor reports. Sizes are not known: the dates are those of
 * small and micro-businesses.
 */
export function dutiesOf(business: Business, { today, sends, receives }: Preparations) {
  const isIn = isReachedByPlatforms(business.emitter.address, { hasSiren: true });
  const isSelling = isIn && business.vatRegime !== 'exempt';
  const one = (duty: ReformDuty, since: CivilDay, { concerns, isReady }: { concerns: boolean; isReady: boolean }) => ({
    duty,
    since,
    state: concerns ? (isReady ? 'ready' : today >= since ? 'to_do' : 'to_prepare') : ('not_concerned' as DutyState),
  });
  const sending = { concerns: isSelling, isReady: sends };
  return [
    one('receive', RECEIVING_BEGINS, { concerns: isIn, isReady: receives }),
    one('send', SENDING_BEGINS, sending),
    one('report_sales', REPORTING_BEGINS, sending),
    one('report_payments', REPORTING_BEGINS, sending),
  ] as const;
}
