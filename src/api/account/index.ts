import type { Operation } from '../../pipeline/operation.ts';
import {
  createAccountExport,
  deleteAccountExport,
  downloadAccountExport,
  getAccountExport,
  listAccountExports,
} from './account-exports.ts';
import { createApiKey, listApiKeyRequests, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts';
import { createArchive, deleteArchive, downloadArchive, getArchive, listArchives } from './archives.ts';
import { checkArchive } from './check-archive.ts';
import { getClosure, listClosures, listSealCertificates, makeClosures, verifyAuditChain } from './closures.ts';
import { getMe, updateCompany } from './company.ts';
import { getUsage } from './get-usage.ts';
import { programExportOperations } from './program-exports.ts';
import { advanceTestClock, getTestClock } from './test-clock.ts';

/** Operations on the account and its keys. */
export const accountOperations: readonly Operation[] = [
  getMe,
  getUsage,
  ...programExportOperations,
  getTestClock,
  advanceTestClock,
  updateCompany,
  createApiKey,
  listApiKeys,
  listApiKeyRequests,
  rotateApiKey,
  revokeApiKey,
];

/** Daily closures and other audit records of an account. */
export const closureOperations: readonly Operation[] = [
  listClosures,
  getClosure,
  makeClosures,
  verifyAuditChain,
  listSealCertificates,
  createArchive,
  listArchives,
  getArchive,
  downloadArchive,
  checkArchive,
  deleteArchive,
  createAccountExport,
  listAccountExports,
  getAccountExport,
  downloadAccountExport,
  deleteAccountExport,
];
