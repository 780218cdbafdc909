import * as z from 'zod';
import { EstimateJson } from '../../../contract/billing/billing.ts';
import { idOr } from '../../../contract/id.ts';
import { emails } from '../../../contract/mail/email.ts';
import { NOTE_MAX, text } from '../../../contract/text.ts';
import { seeFamily, wanted } from '../../../deeds/billing/see-family.ts';
import type { Estimate } from '../../../domain/billing/document/document.ts';
import type { Facts } from '../../../domain/billing/document/facts.ts';
import { unmetSignatureRequirements } from '../../../domain/billing/estimate/signature-requirements.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { operation, type Route } from '../../../road/operation.ts';

export const askForSignature = signing('POST /v2/billing/estimate/{estimateId}/electronic-signature', {
  name: 'ask-for-electronic-signature',
  summary: 'Would ask the customer to sign online. This service takes no signature online: it says what to do instead.',
  example: { message: 'Bonne lecture', withCode: true },
  body: z.object({ emails: emails.optional(), message: text(NOTE_MAX).optional(), withCode: z.boolean().optional() }),
  refusals: ['signature_requirements_unmet', 'signature_not_offered'],
  no: whyNotAsked,
});
export const cancelSignature = signing('DELETE /v2/billing/estimate/{estimateId}/electronic-signature', {
  name: 'cancel-electronic-signature',
  summary: 'Would cancel a signature online: none is under way, and that is the answer.',
  refusals: ['signature_not_found'],
  no: () => ({ refused: 'signature_not_found' }),
});
export const remindOfSignature = signing('POST /v2/billing/estimate/{estimateId}/electronic-signature/remind', {
  name: 'remind-of-electronic-signature',
  summary: 'Would remind the customer to sign online: nobody was asked to, and that is the answer.',
  refusals: ['signature_not_found'],
  no: () => ({ refused: 'signature_not_found' }),
});

type Code = 'signature_requirements_unmet' | 'signature_not_offered' | 'signature_not_found';
type Own = {
  name: string;
  summary: string;
  body?: z.ZodObject;
  example?: Record<string, unknown>;
  refusals: readonly Code[];
  no: (estimate: Estimate, facts: Facts) => Refused<Code>;
};

function signing(route: Route, { no, body, refusals, ...own }: Own) {
  return operation({
    ...own,
    chapter: 'Estimates',
    routes: [route],
    scope: 'billing:write',
    path: z.object({ id: idOr('estimate_not_found') }),
    query: z.object({}),
    body: body ?? z.object({}),
    success: 200,
    output: EstimateJson,
    refusals: ['estimate_not_found', ...refusals],
    async run(context, input) {
      const found = await seeFamily(context, input.id as string, wanted.estimate);
      return 'refused' in found ? found : no(found.asked.document, found.asked.facts);
    },
  });
}

/** What the document lacks is said first: it would be lacking anywhere. */
function whyNotAsked(estimate: Estimate, facts: Facts) {
  const requirements = unmetSignatureRequirements(estimate, facts);
  return requirements.length > 0
    ? ({ refused: 'signature_requirements_unmet', requirements } as const)
    : ({ refused: 'signature_not_offered' } as const);
}
