import * as z from 'zod';
import { documentsMadeSince, documentsOf, storedBytes } from '../../db/account/usage.ts';
import { mailsSince } from '../../db/mail/mails.ts';
import { COUNTED_SECONDS } from '../../domain/mail/mail.ts';
import { utcDay } from '../../pipeline/document-quota.ts';
import { operation } from '../../pipeline/operation.ts';
import { UsageJson } from '../../schemas/account/usage.ts';

export const getUsage = operation({
  name: 'get-usage',
  summary: 'Get the quota usage of the account: documents of the day, bytes of files, e-mails.',
  description: 'The administrator of the service sets the limits (`QUOTA_DOCUMENTS`, `QUOTA_BYTES`, `QUOTA_MAILS`).',
  chapter: 'Account',
  routes: ['GET /v2/usage'],
  scope: 'account:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: UsageJson,
  refusals: [],
  run: async ({ tx, test, now, realNow, quotas, mail }) => {
    const [documents, made, bytes, mails] = await Promise.all([
      documentsOf(tx, utcDay(realNow)),
      documentsMadeSince(tx, Date.parse(utcDay(realNow)) / 1000),
      storedBytes(tx),
      mailsSince(tx, { test, since: now - COUNTED_SECONDS }),
    ]);
    return {
      body: {
        documentsToday: { used: documents, made, ...limitOf(quotas.documentsPerDay) },
        storedBytes: { used: bytes, ...limitOf(quotas.storedBytes) },
        sendsMail: mail !== undefined,
        mailsInADay: { used: mails, ...limitOf(quotas.mailsPerDay) },
      },
    };
  },
});

const limitOf = (limit: number): { limit?: number } => (limit === 0 ? {} : { limit });
