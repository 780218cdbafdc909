import { CommandRefused } from './output.ts';

/** Nobody answered this time: it may be otherwise in a moment, and nothing is said about what was asked. */
export class Unanswered extends CommandRefused {}
