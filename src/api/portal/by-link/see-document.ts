import * as z from 'zod';
import { lockCode } from '../../../db/billing/signatures.ts';
import { findSigned } from '../../../db/billing/stored-files.ts';
import { countView } from '../../../db/portal/customer-links.ts';
import { beginsVisit, type CustomerLink } from '../../../domain/portal/customer-link.ts';
import type { Refused } from '../../../domain/refusal.ts';
import { customerOperation } from '../../../pipeline/customer-operation.ts';
import { locale } from '../../../schemas/fields/enumerations.ts';
import type { Context } from '../../../services/context.ts';
import { withCustomerLink } from '../../../services/portal/customer-link.ts';
import { fileAtLink } from '../../../services/portal/file-for-link.ts';
import { type LoadedPortal, loadPortal } from '../../../services/portal/load-portal.ts';
import {
  loadPortalDocument,
  type PortalDocumentView,
  type Signing,
} from '../../../services/portal/load-portal-document.ts';
import { loadSignature, lockSignature } from '../../../services/portal/load-signature.ts';
import { recordVisit } from '../../../services/portal/record-visit.ts';
import { recordSignatureOpened, takesQuestions } from '../../../services/portal/signature-actions.ts';

/** Maximum page number of a portal. */
const PAGES_MAX = 10_000;

/**
 * `begins`: this request starts a visit. The visit is recorded in a separate transaction, so that a
 * failure there does not prevent reading.
 */
type PortalView = (PortalDocumentView & { readonly begins: boolean }) | { readonly portal: LoadedPortal };

export const seeDocument = customerOperation({
  name: 'see-document',
  summary: 'Shows the customer the linked document or portal in its current state, and counts the visit.',
  route: 'GET /c/{link}',
  opens: ['document', 'signature', 'portal'],
  body: z.object({
    locale: locale.optional(),
    page: z.coerce.number().int().min(1).max(PAGES_MAX).catch(1),
    isBack: z.boolean().optional(),
  }),
  refusals: ['customer_link_not_found', 'links_slowed'],
  async run(context, link, { locale, page, isBack = false }) {
    const result = await withCustomerLink(
      context,
      link,
      async (mine, opened): Promise<PortalView | Refused<'customer_link_not_found'>> => {
        const looks = context.looks && !context.ownAccounts?.includes(mine.accountId);
        if (opened.purpose === 'portal') {
          const portal = await loadPortal(mine, opened, { locale, page });
          if ('refused' in portal) return portal;
          if (looks) countView(mine.tx, opened.id, mine.now);
          return { portal };
        }
        const signing = opened.purpose === 'signature' ? await signingOf(mine, opened, looks) : undefined;
        if (signing && 'refused' in signing) return signing;
        const loaded = await loadPortalDocument(mine, opened, { locale, isBack: isBack && context.looks });
        if ('refused' in loaded) return loaded;
        const isTold = signing?.isOpenedNow || !beginsVisit(opened, mine.now);
        if (looks && isTold) countView(mine.tx, opened.id, mine.now);
        return { ...loaded, ...(signing && { signing }), begins: looks && !isTold };
      },
    );
    if ('refused' in result || 'portal' in result || !result.begins) return result;
    return { ...result, tell: () => withCustomerLink(context, link, recordVisit) };
  },
});

/** The state of signing; the first opening by a person is recorded. */
async function signingOf(
  context: Context,
  link: CustomerLink,
  looks: boolean,
): Promise<(Signing & { readonly isOpenedNow: boolean }) | Refused<'customer_link_not_found'>> {
  const at = await loadSignature(context, link);
  if ('refused' in at) return at;
  // Locks the document only to record the first opening, so that later reads never wait.
  const isOpenedNow = looks && at.state === 'open' && at.procedure.status === 'activated';
  if (isOpenedNow) {
    const locked = await lockSignature(context, link);
    if ('refused' in locked) return locked;
    await recordSignatureOpened(context, locked);
  }
  const code = at.procedure.withCode ? await lockCode(context.tx, link.id) : undefined;
  const signed = at.state === 'signed' ? await findSigned(context.tx, at.document.id) : undefined;
  return {
    ...{ state: at.state, procedure: at.procedure, hasSignedFile: signed !== undefined, isOpenedNow },
    takesQuestions: takesQuestions(context, at),
    isCodeSent: code !== undefined && context.now < code.endsAt,
  };
}

export const downloadPdf = downloading('pdf', 'Returns the PDF of the linked document to the customer.');
export const downloadFacturX = downloading('facturx', 'Returns the Factur-X of the linked invoice to the customer.');
export const downloadSigned = downloading('signed', 'Returns the file that the customer signed.');

function downloading(format: 'pdf' | 'facturx' | 'signed', summary: string) {
  return customerOperation({
    name: `download-${format}-by-link`,
    summary,
    route: `GET /c/{link}/${format}`,
    opens: ['document', 'signature'],
    body: z.object({}),
    refusals: ['customer_link_not_found', 'links_slowed'],
    run: async (context, link) => {
      const prepared = await withCustomerLink(context, link, (mine, opened) => fileAtLink(mine, opened, { format }));
      if ('refused' in prepared || 'file' in prepared) return prepared;
      const made = await prepared.make();
      return withCustomerLink(context, link, async (mine) => {
        const file = await prepared.keep(mine, made);
        return 'refused' in file ? ({ refused: 'customer_link_not_found' } as const) : { file };
      });
    },
  });
}
