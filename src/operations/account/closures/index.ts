import type { Operation } from '../../../road/operation.ts';
import { getClosure } from './get-closure.ts';
import { listClosures } from './list-closures.ts';
import { makeClosures } from './make-closures.ts';
import { verifyAuditChain } from './verify-audit-chain.ts';

/** Books closed day by day, for whoever must prove them. */
export const closureOperations: readonly Operation[] = [listClosures, getClosure, makeClosures, verifyAuditChain];
