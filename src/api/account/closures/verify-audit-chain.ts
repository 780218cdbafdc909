import * as z from 'zod';
import { operation } from '../../../pipeline/operation.ts';
import { textIn } from '../../../schemas/bilingual-text.ts';
import { faultText } from '../../../services/account/verification-texts.ts';
import { runChainVerification } from '../../../services/account/verify-chains.ts';

/** Findings returned per request; more would not add information. */
const FINDINGS_TOLD_MAX = 100;

const VerificationJson = z
  .object({
    intact: z.boolean().meta({ description: 'No fault was found.' }),
    verifiedAt: z.int().meta({ description: 'Unix seconds.' }),
    links: z.int().meta({ description: 'Entries of the audit trail that were verified, live and test.' }),
    documents: z.int(),
    payments: z.int(),
    closures: z.int(),
    files: z.int(),
    findings: z
      .array(
        z
          .object({
            fault: z.string().meta({ description: 'The code of the fault.' }),
            message: z.string(),
            mode: z.enum(['live', 'test']).optional(),
            link: z.int().optional().meta({ description: 'The position of the entry in its audit trail.' }),
            number: z.string().optional().meta({ description: 'The official number of the document concerned.' }),
          })
          .meta({ id: 'AuditFinding' }),
      )
      .meta({ description: `The faults found, the first ${FINDINGS_TOLD_MAX}.` }),
  })
  .meta({ id: 'AuditVerification' });

export const verifyAuditChain = operation({
  name: 'verify-audit-chain',
  summary:
    'Verifies the audit trail of the account and everything it protects: documents, numbers, payments, closures, files.',
  description:
    'Runs `facturier verify` for one account, in live and test mode, while the account can be used. A verification that takes longer than a minute is refused and must be run on the command line.',
  chapter: 'Closures',
  routes: ['GET /v2/audit-chain/verification'],
  scope: 'billing:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: VerificationJson,
  limiter: 'exports',
  refusals: ['chain_too_long'],

  async run(context) {
    return {
      aside: () => runChainVerification(context),
      after: async ({ now, language }, verified: Awaited<ReturnType<typeof runChainVerification>>) => {
        if ('refused' in verified) return verified;
        const { links, documents, payments, closures, files, findings } = verified;
        return {
          body: {
            ...{ intact: findings.length === 0, verifiedAt: now, links, documents, payments, closures, files },
            findings: findings.slice(0, FINDINGS_TOLD_MAX).map(({ fault, mode, seq, number }) => ({
              ...{ fault, message: textIn(faultText[fault], language), mode, link: seq, number },
            })),
          },
        };
      },
    };
  },
});
