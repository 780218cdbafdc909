import { type CivilDay, civilDayOf, yearOf } from '../../../src/domain/time/civil-day.ts';

/**
 * The day a process of the machine's clock dates by: in Paris it is tomorrow an hour or two before
 * it is in UTC.
 */
export const today = (): CivilDay => civilDayOf(Math.floor(Date.now() / 1000), 'Europe/Paris');

/** The year such a process numbers in. */
export const thisYear = (): number => yearOf(today());
