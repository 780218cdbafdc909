import type { SignatureEvidence } from '../domain/billing/estimate/signature-evidence.ts';
import { canonicalJson } from './canonical-json.ts';
import { sha256Hex } from './chain-link.ts';

/** The evidence of a signature as it is hashed, and as it travels in the signed file (`preuve.json`). */
export const evidenceText = (evidence: SignatureEvidence): string => canonicalJson(evidence);

/** Its SHA-256: hex. What the audit chain holds of it. */
export const evidenceSha256 = (evidence: SignatureEvidence): string => sha256Hex(evidenceText(evidence));
