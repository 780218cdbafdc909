import * as z from 'zod';
import { linksOfDocument, lockActiveLink, revokeLink } from '../../db/portal/customer-links.ts';
import { isFinalized } from '../../domain/billing/document/document.ts';
import { type CustomerLink, DOCUMENT_LINK_SECONDS } from '../../domain/portal/customer-link.ts';
import { operation } from '../../pipeline/operation.ts';
import { idOr } from '../../schemas/fields/id.ts';
import { CustomerLinkJson, customerLinkToJson } from '../../schemas/portal/customer-link.ts';
import { documentLookups, loadDocumentGroup } from '../../services/billing/document-group/load-document-group.ts';
import { lockDocumentGroup } from '../../services/billing/document-group/lock-document-group.ts';
import type { Context } from '../../services/context.ts';
import { activeLink, addressOfLink } from '../../services/portal/customer-link.ts';

const about = {
  chapter: 'Portal',
  path: z.object({ id: idOr('document_not_found') }),
  query: z.object({}),
  body: z.object({}),
  success: 200,
} as const;

export const linkBilling = operation({
  ...about,
  name: 'link-billing',
  summary: 'Returns the link by which the customer reads a finalized document without an account.',
  description:
    'Returns the same link each time, until it is revoked or expires (after three years). The page shows the current state of the document. Views are counted.',
  routes: ['POST /v2/billing/{billingId}/link'],
  scope: 'billing:write',
  output: CustomerLinkJson,
  refusals: ['document_not_found', 'version_stale', 'not_yet_finalized'],
  async run(context, { id }) {
    const locked = await lockDocumentGroup(context, id, documentLookups.any);
    if ('refused' in locked) return locked;
    const { document } = locked.group.asked;
    if (!isFinalized(document)) return { refused: 'not_yet_finalized' };
    const { link } = await activeLink(context, {
      ...{ purpose: 'document', documentId: id, test: document.test },
      endsAt: context.now + DOCUMENT_LINK_SECONDS,
    });
    return { body: shown(context, link) };
  },
});

export const listBillingLinks = operation({
  ...about,
  name: 'list-billing-links',
  summary: 'Lists the links of a document, newest first, with their number of views.',
  routes: ['GET /v2/billing/{billingId}/links'],
  scope: 'billing:read',
  output: z.object({ links: z.array(CustomerLinkJson) }).meta({ id: 'CustomerLinks' }),
  refusals: ['document_not_found'],
  async run(context, { id }) {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    const links = await linksOfDocument(context.tx, id);
    return { body: { links: links.map((link) => shown(context, link)) } };
  },
});

export const revokeBillingLink = operation({
  ...about,
  name: 'revoke-billing-link',
  summary: 'Revokes the link of a document permanently.',
  description: 'A new link can be created afterwards.',
  routes: ['DELETE /v2/billing/{billingId}/link'],
  scope: 'billing:write',
  success: 204,
  output: z.null(),
  refusals: ['document_not_found', 'customer_link_not_found'],
  async run(context, { id }) {
    const found = await loadDocumentGroup(context, id, documentLookups.any);
    if ('refused' in found) return found;
    const link = await lockActiveLink(context.tx, id, 'document');
    if (!link) return { refused: 'customer_link_not_found' };
    revokeLink(context.tx, link.id, context.now);
    return { body: null };
  },
});

/** The URL only for callers who may write, because the holder of a signing link can sign. */
const shown = (context: Context, link: CustomerLink) =>
  customerLinkToJson(link, context.portalTokenOf && addressOfLink(context, link));
