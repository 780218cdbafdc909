import type { CallPlatform } from '../../services/einvoicing/call-platform.ts';
import { createOutsideClient, type Reach } from '../http-client/outside-client.ts';

const LIMITS = { answerMs: 30_000, answerBytes: 20 * 1_048_576 };

/** Calls approved platforms. */
export const createPlatformClient = (reach: Reach): { call: CallPlatform; close: () => Promise<void> } =>
  createOutsideClient(reach, LIMITS);
