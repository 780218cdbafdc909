import type { Operation } from '../../../pipeline/operation.ts';
import { getClosure } from './get-closure.ts';
import { listClosures } from './list-closures.ts';
import { listSealCertificates } from './list-seal-certificates.ts';
import { makeClosures } from './make-closures.ts';
import { verifyAuditChain } from './verify-audit-chain.ts';

/** Daily closures and other audit records of an account. */
export const closureOperations: readonly Operation[] = [
  listClosures,
  getClosure,
  makeClosures,
  verifyAuditChain,
  listSealCertificates,
];
