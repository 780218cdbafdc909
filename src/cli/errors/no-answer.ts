import { CommandError } from '../terminal/output.ts';

/** Nobody answered this time: it may be otherwise in a moment, and nothing is said about what was asked. */
export class NoAnswerError extends CommandError {}

/** Whether what a status says passes: too much was asked at once, or the service has a failure of its own. */
export const passes = (status: number): boolean => status === 429 || status >= 500;
