import * as z from 'zod';
import { canonicalJson } from '../../audit/canonical-json.ts';
import { sha256Hex } from '../../audit/chain/chain-link.ts';
import { lockSettings, saveSettings } from '../../db/account/accounts.ts';
import { settingsOf } from '../../db/account/settings.ts';
import { append, lockChainHead } from '../../db/audit/append-to-chain.ts';
import { seriesInUse } from '../../db/billing/number-series.ts';
import { wakeByZone } from '../../db/billing/recurrences.ts';
import { listPlatformConnections } from '../../db/einvoicing/platform-connections.ts';
import type { AccountSettings } from '../../domain/account/settings.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { civilDayOf, yearOf } from '../../domain/time/civil-day.ts';
import { operation } from '../../pipeline/operation.ts';
import { MeJson, meToJson } from '../../schemas/account/company.ts';
import { CompanyForm } from '../../schemas/account/company-form.ts';
import { settingsFromCompanyForm } from '../../services/account/apply-company-form.ts';
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
    description: 'The business that issues documents: its identity, whether the key is a test key, and its settings.',
    output: z.object({ success: z.literal(true), ...MeJson.shape }),
    answer: (body) => ({ success: true, ...body }),
  },
  run: async (context) => {
    const { tx, accountId, test, now } = context;
    const [{ settings }, asker, connections] = await Promise.all([
      settingsOf(tx),
      currentMember(context),
      listPlatformConnections(tx, test),
    ]);
    const year = yearOf(civilDayOf(now, settings.zone));
    return { body: meToJson(settings, { accountId, test, year, asker, connections }) };
  },
});

export const updateCompany = operation({
  name: 'update-company',
  summary: 'Change the account: identity, VAT regime, bank account, number formats, and defaults of new documents.',
  description:
    'Fields left out stay as they are; null or "" clears a field, and an unknown field is refused. Drafts take the new identity immediately, finalized documents keep theirs.',
  chapter: 'Account',
  routes: ['PATCH /v2/company'],
  scope: 'account:admin',
  path: z.object({}),
  query: z.object({}),
  body: CompanyForm,
  knowsAll: true,
  success: 200,
  output: MeJson,
  refusals: [
    'live_key_needed',
    'electronic_address_of_another_siren',
    'zone_unknown',
    'other_payment_method_missing',
    'number_format_unusable',
    'number_format_in_use',
  ],
  example: {
    name: 'Zoé Martin EI',
    siret: '12345678200010',
    vatNumber: 'FR11123456782',
    legalStatus: 'ei',
    address: { line1: '10 rue Lecourbe', city: 'Paris', zipCode: '75015', country: 'FR' },
    bankInformation: { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', holder: 'Zoé Martin' },
    defaults: { paymentDelay: 'fifteen_days', paymentMethods: ['transfer'] },
    numbering: { F: { format: 'FA{year}-{counter:5}' } },
  },
  run: async (context, form) => {
    const { tx, accountId, test, now, actor, seal } = context;
    if (test) return { refused: 'live_key_needed' };
    const before = await lockSettings(tx);
    // A finalization locks the audit chain too, so no series gets its first number while its format
    // changes.
    const head = await lockChainHead(tx, false);
    const year = yearOf(civilDayOf(now, before.zone));
    const settings = settingsFromCompanyForm(before, form, { year, inUse: await seriesInUse(tx, year) });
    if (isRefusal(settings)) return settings;

    const changed = settings as AccountSettings;
    saveSettings(tx, changed);
    if (changed.zone !== before.zone) wakeByZone(tx, now);
    append(
      tx,
      { test: false, head, seal },
      {
        type: 'settings_changed',
        at: now,
        actor,
        subject: { kind: 'account', id: accountId },
        sha256: sha256Hex(canonicalJson(changed)),
      },
    );
    const [asker, connections] = await Promise.all([currentMember(context), listPlatformConnections(tx, test)]);
    return { body: meToJson(changed, { accountId, test, year, asker, connections }) };
  },
});
