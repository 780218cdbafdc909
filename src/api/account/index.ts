import type { Operation } from '../../pipeline/operation.ts';
import { createApiKey } from './create-api-key.ts';
import { getMe } from './get-me.ts';
import { getUsage } from './get-usage.ts';
import { listApiKeyRequests } from './list-api-key-requests.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateApiKey } from './rotate-api-key.ts';
import { advanceTestClock, getTestClock } from './test-clock.ts';
import { updateCompany } from './update-company.ts';

/** Operations on the account and its keys. */
export const accountOperations: readonly Operation[] = [
  getMe,
  getUsage,
  getTestClock,
  advanceTestClock,
  updateCompany,
  createApiKey,
  listApiKeys,
  listApiKeyRequests,
  rotateApiKey,
  revokeApiKey,
];
