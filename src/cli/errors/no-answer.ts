import { CommandError } from '../terminal/output.ts';

/**
 * The service did not respond this time: retrying may succeed, and the request may or may not have
 * been processed.
 */
export class NoAnswerError extends CommandError {}

/** Whether a status is temporary: too many requests or a server error. */
export const passes = (status: number): boolean => status === 429 || status >= 500;
