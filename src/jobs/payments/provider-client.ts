import type { CallProvider } from '../../services/payments/online/provider-client.ts';
import { createOutsideClient, type Reach } from '../http-client/outside-client.ts';

const LIMITS = { answerMs: 15_000, answerBytes: 1_048_576 };

/** Calls payment providers. */
export function createProviderClient(reach: Reach): { ask: CallProvider; close: () => Promise<void> } {
  const { call, close } = createOutsideClient(reach, LIMITS);
  return {
    ask: async (question) => {
      const { status, body } = await call(question);
      return { status, text: body.toString() };
    },
    close,
  };
}
