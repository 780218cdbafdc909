import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { civilDayOf, yearOf } from '../../domain/time/civil-day.ts';
import { operation } from '../../pipeline/operation.ts';
import { MeJson, meToJson } from '../../schemas/account/company.ts';
import { currentMember } from '../../services/account/key-creator.ts';

export const getMe = operation({
  name: 'get-me',
  summary: 'Get the account and its settings.',
  description: '`settings` has the format of `PATCH /v2/company`; the other fields are those of the original API.',
  chapter: 'Account',
  routes: ['GET /v2/company/me'],
  scope: 'account:read',
  path: z.object({}),
  query: z.object({}),
  body: z.object({}),
  success: 200,
  output: MeJson,
  refusals: [],
  tool: {
    name: 'get-company',
    description:
      'The business that issues documents: its identity, whether the key is a test key, and its settings (VAT regime, time zone, currency, defaults of documents, formats of numbers).',
    output: z.object({ success: z.literal(true), ...MeJson.shape }),
    answer: (body) => ({ success: true, ...body }),
  },
  run: async (context) => {
    const { tx, accountId, test, now } = context;
    const [{ settings }, asker] = await Promise.all([settingsOf(tx), currentMember(context)]);
    return { body: meToJson(settings, { accountId, test, year: yearOf(civilDayOf(now, settings.zone)), asker }) };
  },
});
