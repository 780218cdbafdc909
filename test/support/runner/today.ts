import { type CivilDay, civilDayOf, yearOf } from '../../../src/domain/time/civil-day.ts';

/** The date of a process on the machine’s clock: Paris is an hour or two ahead of UTC. */
export const today = (): CivilDay => civilDayOf(Math.floor(Date.now() / 1000), 'Europe/Paris');

/** The numbering year of such a process. */
export const thisYear = (): number => yearOf(today());
