import * as z from 'zod';
import { settingsOf } from '../../db/account/settings.ts';
import { listPlatformConnections } from '../../db/einvoicing/platform-connections.ts';
import type { CompanyFound } from '../../domain/einvoicing/company-found.ts';
import type { DirectoryLine } from '../../domain/einvoicing/directory.ts';
import type { Refused } from '../../domain/refusal.ts';
import { operation } from '../../pipeline/operation.ts';
import {
  CompaniesFoundJson,
  companyQuery,
  companyToJson,
  DirectoryAnswerJson,
  directoryToJson,
  sirenOrSiret,
} from '../../schemas/einvoicing/directory.ts';
import type { Context } from '../../services/context.ts';
import type { Answered } from '../../services/einvoicing/call-platform.ts';
import { searchCompanyRegister } from '../../services/einvoicing/company-register.ts';
import type { CompanyQuery, DirectoryService, Found } from '../../services/einvoicing/directory-service.ts';
import { directoryOf, noWay } from '../../services/einvoicing/platform-of-account.ts';

const about = {
  chapter: 'E-invoicing',
  path: z.object({}),
  body: z.object({}),
  scope: 'customers:read',
  success: 200,
} as const;

export const searchDirectory = operation({
  ...about,
  name: 'search-directory',
  summary: 'Searches the electronic addresses of a business in the directory of the approved platforms.',
  description:
    'Through the connected platform that has a Directory Service. The answer lists the addresses that can be reached, and says so if there are none.',
  routes: ['GET /v2/e-invoicing/directory'],
  query: z.object({ number: sirenOrSiret }),
  output: DirectoryAnswerJson,
  refusals: ['directory_not_connected', 'directory_unreachable'],
  async run(context, { number }) {
    const directory = await directoryHere(context);
    if (!directory) return { refused: 'directory_not_connected' };
    return {
      aside: () => directory.lines(number.length === 9 ? { siren: number } : { siret: number }),
      after: async (_: Context, answered: Answered<Found<DirectoryLine>>) =>
        'ok' in answered ? { body: directoryToJson(number, answered.ok) } : unreachable(answered),
    };
  },
});

export const searchCompanies = operation({
  ...about,
  name: 'search-companies',
  summary: 'Searches French businesses by name, SIREN or SIRET, to fill in a customer.',
  description:
    'In the directory of the connected platform; without one, in the open company search of the State, if the account allows it (`companySearchAllowed`). At most 10 results.',
  routes: ['GET /v2/e-invoicing/companies'],
  query: z.object({ search: companyQuery }),
  output: CompaniesFoundJson,
  refusals: ['company_search_off', 'company_search_busy', 'company_search_unreachable', 'directory_unreachable'],
  async run(context, { search }) {
    const directory = await directoryHere(context);
    const { settings } = await settingsOf(context.tx);
    if (!directory && settings.companySearchAllowed !== true) return { refused: 'company_search_off' };
    const call = context.callPlatform ?? noWay;
    return {
      aside: () => (directory ? directory.companies(queryOf(search)) : searchCompanyRegister(search, call)),
      after: async (_: Context, answered: Answered<Found<CompanyFound>>) => {
        if ('ok' in answered) {
          const { found, hasMore } = answered.ok;
          const source = directory ? ('directory' as const) : ('register' as const);
          return { body: { source, companies: found.map(companyToJson), hasMore } };
        }
        if (directory) return unreachable(answered);
        if ('away' in answered && answered.retryAfterSeconds !== undefined)
          return { refused: 'company_search_busy', retryAfter: answered.retryAfterSeconds } as const;
        return { refused: 'company_search_unreachable', said: 'away' in answered ? answered.away : '' } as const;
      },
    };
  },
});

/** The Directory Service of the first connection of the caller’s mode that has one. */
async function directoryHere(context: Context): Promise<DirectoryService | undefined> {
  const connections = await listPlatformConnections(context.tx, context.test);
  const connection = connections.find(({ directoryUrl }) => directoryUrl !== undefined);
  return connection && directoryOf(connection, context);
}

function queryOf(search: string): CompanyQuery {
  if (/^\d{9}$/.test(search)) return { siren: search };
  return /^\d{14}$/.test(search) ? { siret: search } : { name: search };
}

/** Why the directory gave no answer, in the words of the platform. */
function unreachable(answered: Exclude<Answered<unknown>, { ok: unknown }>): Refused<'directory_unreachable'> {
  if ('keysRefused' in answered) return { refused: 'directory_unreachable', said: answered.keysRefused };
  if ('away' in answered) return { refused: 'directory_unreachable', said: answered.away };
  const { status, said } = answered.refused;
  return { refused: 'directory_unreachable', said: `${status} ${said}`.trim() };
}
