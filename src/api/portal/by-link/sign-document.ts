import * as z from 'zod';
import type { Locale } from '../../../domain/billing/document/locale.ts';
import { DRAWING_BYTES_MAX, isDrawnSignature } from '../../../domain/billing/estimate/signature-evidence.ts';
import { refusalReasons } from '../../../domain/billing/estimate/signature-procedure.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { stripDirectionMarks } from '../../../domain/text/hidden-characters.ts';
import { customerOperation } from '../../../pipeline/customer-operation.ts';
import { locale } from '../../../schemas/fields/enumerations.ts';
import { filledText } from '../../../schemas/fields/text.ts';
import { sha256Of } from '../../../services/billing/files/render-document.ts';
import type { CustomerContext } from '../../../services/portal/customer-context.ts';
import { withCustomerLink } from '../../../services/portal/customer-link.ts';
import { fileAtLink } from '../../../services/portal/file-for-link.ts';
import { lockSignature } from '../../../services/portal/load-signature.ts';
import { askAt, refuseAt, sendCode, signAt } from '../../../services/portal/signature-actions.ts';

/** Limits in characters: a name, a message to the owner, a user agent. */
const NAME_MAX = 120;
const WORD_MAX = 2_000;
const AGENT_MAX = 300;

const browserText = (most: number) =>
  z
    .string()
    .transform((text) => stripDirectionMarks(text.replace(/[^\P{Cc}\n]/gu, '')).trim())
    .pipe(z.string().max(most));
const opens = ['signature'] as const;
const closed = ['customer_link_not_found', 'links_slowed'] as const;

export const signDocument = customerOperation({
  name: 'sign-document',
  summary: 'The customer signs the offer: records the PDF shown, the consent and the name.',
  route: 'POST /c/{link}/sign',
  opens,
  body: z.object({
    name: browserText(NAME_MAX).pipe(filledText(NAME_MAX)),
    consent: z.literal('on'),
    drawing: z
      .string()
      .max(DRAWING_BYTES_MAX)
      .refine((path) => path === '' || isDrawnSignature(path))
      .optional(),
    code: z.string().max(20).optional(),
    locale: locale.optional(),
  }),
  refusals: [...closed, 'signature_code_wrong'],
  async run(context, link, { name, drawing, code, locale }) {
    const shown = await shownPdf(context, link, locale);
    if ('refused' in shown) return shown;
    const { network, userAgent } = context;
    const answer = await withCustomerLink(context, link, async (mine, opened) => {
      const at = await lockSignature(mine, opened);
      if ('refused' in at) return at;
      // The offer was signed in another tab, or it is too late: the page shows the state.
      if (at.state !== 'open') return { state: at.state };
      const signer = {
        name,
        drawing: drawing || undefined,
        code,
        ...shown,
        network,
        userAgent: userAgent.slice(0, AGENT_MAX),
      };
      const signed = await signAt(mine, at, signer);
      return typeof signed === 'string' ? { state: 'signed' as const } : signed;
    });
    return 'codeWrong' in answer ? { refused: 'signature_code_wrong' as const, left: answer.codeWrong } : answer;
  },
});

export const sendSignatureCode = customerOperation({
  name: 'send-signature-code',
  summary: 'Mails the customer a code that verifies the address when signing.',
  route: 'POST /c/{link}/code',
  opens,
  body: z.object({}),
  refusals: closed,
  run: (context, link) =>
    withCustomerLink(context, link, async (mine, opened) => {
      const at = await lockSignature(mine, opened);
      if ('refused' in at) return at;
      if (at.state === 'open' && at.procedure.withCode) await sendCode(mine, at);
      return { state: at.state };
    }),
});

export const refuseDocument = customerOperation({
  name: 'refuse-document',
  summary: 'The customer declines the offer, optionally with a reason.',
  route: 'POST /c/{link}/refuse',
  opens,
  body: z.object({ reason: z.enum(refusalReasons).optional(), word: browserText(WORD_MAX).optional() }),
  refusals: closed,
  run: (context, link, { reason, word }) =>
    withCustomerLink(context, link, async (mine, opened) => {
      const at = await lockSignature(mine, opened);
      if ('refused' in at) return at;
      if (at.state !== 'open') return { state: at.state };
      const no = await refuseAt(mine, at, { ...(reason && { reason }), ...(word && { word }) });
      return typeof no === 'string' ? { state: no } : no;
    }),
});

export const askAboutDocument = customerOperation({
  name: 'ask-about-document',
  summary: 'Forwards the customer’s question about the offer to the owner.',
  route: 'POST /c/{link}/question',
  opens,
  body: z.object({ question: browserText(WORD_MAX).pipe(filledText(WORD_MAX)) }),
  refusals: [...closed, 'too_many_mails_of_document'],
  run: (context, link, { question }) =>
    withCustomerLink(context, link, async (mine, opened) => {
      const at = await lockSignature(mine, opened);
      if ('refused' in at) return at;
      const answer = at.state === 'open' ? await askAt(mine, at, question) : undefined;
      return typeof answer === 'object' ? answer : { state: at.state };
    }),
});

type Shown = { readonly locale: Locale; readonly shownSha256: string };

/**
 * The PDF to sign, in the customer's language: stored before signing, so that it can be shown
 * again.
 */
async function shownPdf(
  context: CustomerContext,
  link: string,
  asked: Locale | undefined,
): Promise<Shown | Refused<'customer_link_not_found' | 'links_slowed'>> {
  const prepared = await withCustomerLink(context, link, async (mine, opened) => {
    const at = await lockSignature(mine, opened);
    if ('refused' in at) return at;
    const locale = asked ?? at.document.content.locale;
    const file = await fileAtLink(mine, opened, { format: 'pdf', locale });
    return 'refused' in file ? file : { file, locale };
  });
  if ('refused' in prepared) return prepared;
  const { file, locale } = prepared;
  if ('file' in file) return { locale, shownSha256: sha256(file.file.bytes) };
  const made = await file.make();
  const kept = await withCustomerLink(context, link, async (mine) => {
    const again = await file.keep(mine, made);
    return 'refused' in again ? ({ refused: 'customer_link_not_found' } as const) : again;
  });
  return 'refused' in kept ? kept : { locale, shownSha256: sha256(kept.bytes) };
}

const sha256 = (bytes: Uint8Array): string => sha256Of(Buffer.from(bytes)).toString('hex');
