import type { SignatureEvidence } from '../../domain/billing/estimate/signature-evidence.ts';
import { canonicalJson } from '../canonical-json.ts';

/**
 * The evidence of a signature in the form that is hashed and attached to the signed file
 * (`preuve.json`).
 */
export const evidenceText = (evidence: SignatureEvidence): string => canonicalJson(evidence);
