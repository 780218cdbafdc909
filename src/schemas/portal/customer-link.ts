import * as z from 'zod';
import { type CustomerLink, linkPurposes } from '../../domain/portal/customer-link.ts';

export const CustomerLinkJson = z
  .object({
    id: z.string(),
    purpose: z.enum(linkPurposes),
    url: z.string().nullable().meta({
      description:
        'The URL that opens the document, or the signing page if `purpose` is `signature`: keep it secret. Null without `billing:write` and `customers:read`, and for a revoked link.',
    }),
    createdAt: z.int().meta({ description: 'Unix seconds, like the other times.' }),
    endsAt: z.int(),
    revokedAt: z.int().optional(),
    views: z.int().min(0).meta({ description: 'Number of visits.' }),
    firstViewedAt: z.int().optional(),
    lastViewedAt: z.int().optional(),
  })
  .meta({ id: 'CustomerLink' });

/** A link as its owner sees it; `url` only for callers who may read customer links. */
export const customerLinkToJson = (link: CustomerLink, url: string | undefined): z.input<typeof CustomerLinkJson> => {
  const { id, purpose, createdAt, endsAt, revokedAt, views, firstViewedAt, lastViewedAt } = link;
  return {
    ...{ id, purpose, createdAt, endsAt, revokedAt, views, firstViewedAt, lastViewedAt },
    url: (revokedAt === undefined && url) || null,
  };
};
