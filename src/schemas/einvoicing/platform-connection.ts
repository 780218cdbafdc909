import * as z from 'zod';
import {
  flowSyntaxes,
  type PlatformConnection,
  platformPresets,
  presetNames,
  reportMakers,
} from '../../domain/einvoicing/platform-connection.ts';
import { customFault } from '../validation/custom-check.ts';

/** Maximum characters of an address, and of an ID, a secret or an organization. */
const URL_MAX = 500;
const KEY_MAX = 2_000;
const ORGANIZATION_MAX = 200;

const reportsField = z.enum(reportMakers).meta({
  description:
    'Who reports sales to consumers, to customers abroad and to those without a SIREN (e-reporting): `by_us`, with the e-reports of this service, or `by_platform`, from the documents and statuses 212, which are then sent to it.',
});
const seconds = z.number().meta({ description: 'Unix seconds.' });

/** A connection in the API. Its credentials are never returned. */
export const PlatformConnectionJson = z
  .object({
    id: z.string(),
    preset: z.enum(presetNames).meta({ description: 'The platform, or `standard` for one given by its addresses.' }),
    name: z.string().meta({ description: 'The name of the platform, or its host.' }),
    test: z.boolean().meta({ description: 'Only test documents are sent by it; otherwise only live ones.' }),
    sends: z.boolean().meta({ description: 'Documents are sent by this connection.' }),
    receives: z.boolean().meta({ description: 'Invoices of suppliers arrive by this connection.' }),
    flowUrl: z.string(),
    directoryUrl: z.string().optional(),
    tokenUrl: z.string(),
    organizationId: z.string().optional(),
    syntax: z.enum(flowSyntaxes).meta({ description: 'The form in which documents are sent.' }),
    isAutomatic: z.boolean().meta({ description: 'Documents are sent as soon as they are finalized.' }),
    reports: reportsField,
    connectedAt: seconds,
    readAt: seconds.optional().meta({ description: 'When its answers were last read; Unix seconds.' }),
    isCallback: z.boolean().meta({
      description: 'The platform calls this service when something changes. It is also asked regularly.',
    }),
    calledAt: seconds.optional().meta({ description: 'When the platform last called; Unix seconds.' }),
    failure: z
      .object({
        reason: z.enum(['keys_refused', 'unreachable', 'busy', 'refused']),
        said: z.string().meta({ description: 'What the platform answered, in its own words.' }),
        at: seconds,
      })
      .optional()
      .meta({ description: 'Why the last call failed; absent after a success.' }),
  })
  .meta({ id: 'PlatformConnection' });

export const PlatformConnectionsJson = z
  .object({
    connections: z.array(PlatformConnectionJson),
    presets: z
      .array(z.object({ preset: z.enum(presetNames), name: z.string(), test: z.boolean() }))
      .meta({ description: 'The platforms that can be connected by name, and the mode of each.' }),
  })
  .meta({ id: 'PlatformConnections' });

export const platformConnectionToJson = (connection: PlatformConnection): z.input<typeof PlatformConnectionJson> => {
  const { id, preset, test, isAutomatic, sends, receives, flowUrl, directoryUrl, tokenUrl, organizationId, syntax } =
    connection;
  const { reports, connectedAt, readAt, callback, calledAt, failure } = connection;
  return {
    ...{
      id,
      preset,
      name: platformName(connection),
      test,
      isAutomatic,
      sends,
      receives,
      flowUrl,
      tokenUrl,
      syntax,
      reports,
      connectedAt,
      isCallback: callback !== undefined,
    },
    ...(directoryUrl !== undefined && { directoryUrl }),
    ...(organizationId !== undefined && { organizationId }),
    ...(readAt !== undefined && { readAt }),
    ...(calledAt !== undefined && { calledAt }),
    ...(failure && { failure }),
  };
};

/** The name of a platform, or its host. */
export const platformName = ({ preset, flowUrl }: PlatformConnection): string => {
  return preset === 'standard' ? new URL(flowUrl).host : platformPresets[preset].name;
};

/** The platforms that can be chosen by name. */
export const presets: z.input<typeof PlatformConnectionsJson>['presets'] = Object.entries(platformPresets).map(
  ([preset, { name, test }]) => ({ preset: preset as keyof typeof platformPresets, name, test }),
);

const address = z
  .url({ protocol: /^https?$/ })
  .max(URL_MAX)
  .refine((url) => !/[?#@]/.test(url), {
    ...customFault({
      code: 'address_with_more',
      fr: 'Donnez l’adresse seule, sans « ? », « # » ni « @ »',
      en: 'Give the address alone, without "?", "#" or "@"',
    }),
  });

/** The form to connect a platform. */
export const platformConnectionForm = z
  .object({
    preset: z.enum(presetNames).meta({
      description:
        'The platform by name, or `standard` with its addresses. `trial`: the trial platform of this service.',
    }),
    flowUrl: address
      .optional()
      .meta({ description: 'The address of the Flow Service, for `standard`; with or without `/v1`.' }),
    directoryUrl: address.optional().meta({ description: 'The address of the Directory Service, for `standard`.' }),
    tokenUrl: address.optional().meta({ description: 'The address that issues tokens (OAuth 2.0), for `standard`.' }),
    clientId: z
      .string()
      .trim()
      .min(1)
      .max(KEY_MAX)
      .optional()
      .meta({ description: 'The client ID of the API access.' }),
    clientSecret: z
      .string()
      .trim()
      .min(1)
      .max(KEY_MAX)
      .optional()
      .meta({ description: 'The secret of the API access. It is stored encrypted and never returned.' }),
    organizationId: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]+$/)
      .max(ORGANIZATION_MAX)
      .optional()
      .meta({ description: 'Which company the access is for, on platforms that ask for it (`Organization-Id`).' }),
    isSandbox: z.boolean().default(false).meta({
      description: 'For `standard`: the platform is a sandbox, which gets test documents only.',
    }),
    sends: z.boolean().default(true).meta({ description: 'Send documents by this connection.' }),
    receives: z.boolean().default(true).meta({ description: 'Receive invoices of suppliers by this connection.' }),
    isAutomatic: z
      .boolean()
      .default(false)
      .meta({ description: 'Send documents as soon as they are finalized. Otherwise each is sent when asked.' }),
    reports: reportsField.default('by_us'),
    syntax: z.enum(flowSyntaxes).default('Factur-X').meta({ description: 'The form in which documents are sent.' }),
  })
  .refine(({ sends, receives }) => sends || receives, {
    path: ['sends'],
    ...customFault({
      code: 'connection_without_use',
      fr: 'Un raccordement envoie, reçoit, ou les deux : mettez sends ou receives à true',
      en: 'A connection sends, receives, or both: set sends or receives to true',
    }),
  });
export type PlatformConnectionForm = z.output<typeof platformConnectionForm>;

/** Which documents are sent, and when. */
export const sendingForm = z
  .object({
    isAutomatic: z.boolean().optional().meta({ description: 'Send documents as soon as they are finalized.' }),
    reports: reportsField.optional(),
  })
  .refine(({ isAutomatic, reports }) => isAutomatic !== undefined || reports !== undefined, {
    path: ['isAutomatic'],
    ...customFault({
      code: 'nothing_to_change',
      fr: 'Indiquez isAutomatic, reports ou les deux',
      en: 'Give isAutomatic, reports or both',
    }),
  });
