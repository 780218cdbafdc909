import type { SignatureEvidence } from '../../domain/billing/estimate/signature-evidence.ts';
import { canonicalJson } from '../canonical-json.ts';

/** The evidence of a signature as it is hashed, and as it travels in the signed file (`preuve.json`). */
export const evidenceText = (evidence: SignatureEvidence): string => canonicalJson(evidence);
