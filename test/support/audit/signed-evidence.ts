import { consentOf } from '../../../src/domain/billing/estimate/consent-text.ts';
import type { SignatureEvidence } from '../../../src/domain/billing/estimate/signature-evidence.ts';
import { cents } from '../../../src/domain/money/cents.ts';

/** 19 November 2026, 11:10:00 UTC. */
export const SIGNED_AT = 1_795_086_600;
export const DRAWN = 'M10 40C20 5 40 5 45 40C50 70 60 10 80 30L95 20C100 40 110 40 120 25';

/** Hand-made evidence: a person on a phone typed the mailed code and wrote their name. */
export const evidenceOf = (given: Partial<SignatureEvidence> = {}): SignatureEvidence => {
  const { language = 'fr' } = given;
  const document = given.document ?? {
    ...{ kind: 'estimate' as const, id: '0192f3a0-1111-7000-8000-000000000002', number: 'D-2026-0042' },
    ...{ title: 'Nouvelle identité de la brasserie', total: cents(1_234_500), currency: 'EUR' as const },
  };
  return {
    procedureId: '0192f3a0-1111-7000-8000-000000000001',
    document,
    account: { name: 'Atelier Moreau', siren: '732829320' },
    askedAt: SIGNED_AT - 86_600,
    askedBy: '0192f3a0-1111-7000-8000-000000000003',
    openedAt: SIGNED_AT - 200,
    emailVerifiedAt: SIGNED_AT - 100,
    signedAt: SIGNED_AT,
    signer: {
      ...{ name: 'Élodie Marchand', email: 'elodie@brasserie.example', network: '203.0.113.7' },
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile Safari',
    },
    consent: consentOf(document.kind, document.number, language),
    language,
    shownSha256: 'ab'.repeat(32),
    steps: [
      { at: SIGNED_AT - 86_600, step: 'asked' },
      { at: SIGNED_AT - 86_598, step: 'mailed', detail: 'elodie@brasserie.example' },
      { at: SIGNED_AT - 200, step: 'opened', detail: '203.0.113.7' },
      { at: SIGNED_AT - 150, step: 'code_sent', detail: 'elodie@brasserie.example' },
      { at: SIGNED_AT - 100, step: 'code_verified' },
      { at: SIGNED_AT, step: 'signed' },
    ],
    ...given,
  };
};
