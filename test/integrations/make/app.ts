import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

// The local development format of Make's custom apps, as far as the app uses it: the files, and the
// members each kind of file may have. Written from the published documentation and schemas;
// official-schemas.ts checks the files against Make's own schemas.

/** The folder of the app. */
export const APP = fileURLToPath(new URL('../../../integrations/make/', import.meta.url));

const LONG_MAX = 512;
const MESSAGE_MAX = 1_024;

const named = (pattern: RegExp) => z.string().regex(pattern);
const moduleId = named(/^[a-zA-Z][0-9a-zA-Z]{2,47}$/);
const localId = named(/^[a-zA-Z][0-9a-zA-Z-]{1,33}[0-9a-zA-Z]$/);
const path = z.string().min(1).nullable();
const noneYet = z.record(z.string(), z.never());

const connection = z.strictObject({
  label: z.string().min(1),
  connectionType: z.enum(['basic', 'oauth']),
  codeFiles: z.strictObject({ communication: path, params: path, common: path }),
});
const webhook = z.strictObject({
  label: z.string().min(1),
  webhookType: z.enum(['web', 'web-shared']),
  connection: z.string().nullable(),
  codeFiles: z.strictObject({
    communication: path,
    params: path,
    attach: path,
    detach: path,
    update: path,
    requiredScope: path,
  }),
});
// Make creates each component with example code: a kind of file that is missing here would keep the
// example.
const moduleFiles = { communication: path, staticParams: path, mappableParams: path, interface: path, samples: path };
const described = { label: z.string().min(1), description: z.string().min(1) };
const ownModule = z.strictObject({
  ...described,
  moduleType: z.enum(['action', 'search', 'universal']),
  actionCrud: z.enum(['create', 'read', 'update', 'delete']).optional(),
  connection: z.string(),
  codeFiles: z.strictObject({ ...moduleFiles, scope: path }),
});
const instantTrigger = z.strictObject({
  ...described,
  moduleType: z.literal('instant_trigger'),
  connection: z.null(),
  webhook: z.string(),
  codeFiles: z.strictObject(moduleFiles),
});
const rpc = z.strictObject({
  label: z.string().min(1),
  connection: z.string().nullable(),
  codeFiles: z.strictObject({ communication: path, params: path }),
});
// The components' IDs on Make, which the extension records when it deploys.
const mapping = z.array(
  z.strictObject({
    local: z.string().nullable(),
    remote: z.string().nullable(),
    localDeleted: z.boolean().optional(),
    nonOwnedByApp: z.boolean().optional(),
  }),
);
const origin = z.strictObject({
  label: z.string().min(1),
  baseUrl: z.url().regex(/^https:\/\/(.*)\/api$/),
  appId: named(/^[a-z][0-9a-z-]+[0-9a-z]$/),
  appVersion: z.number(),
  idMapping: z.strictObject({
    connection: mapping,
    module: mapping,
    function: mapping,
    rpc: mapping,
    webhook: mapping,
    endpoint: mapping,
  }),
  apikeyFile: z.string(),
});

export const Manifest = z.strictObject({
  fileVersion: z.literal(1),
  generalCodeFiles: z.strictObject({ base: path, common: path, readme: path, groups: path }),
  components: z.strictObject({
    connection: z.record(localId, connection),
    webhook: z.record(localId, webhook),
    module: z.record(moduleId, z.union([ownModule, instantTrigger])),
    rpc: z.record(moduleId, rpc),
    function: noneYet,
    endpoint: noneYet,
  }),
  origins: z.array(origin),
});

const flat = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const errorType = z.enum([
  'RuntimeError',
  'DataError',
  'RateLimitError',
  'ConnectionError',
  'InvalidConfigurationError',
  'InvalidAccessTokenError',
]);
const oneError = z.strictObject({ type: errorType, message: z.string().max(MESSAGE_MAX) });
// The default error message, and one per status.
const error = z.object(oneError.shape).catchall(oneError);
const log = z.strictObject({ sanitize: z.array(z.string()) });
const iterate = z.union([z.string(), z.strictObject({ container: z.string(), condition: z.string() })]);
const limit = z.union([z.int(), z.string()]);
const response = z.strictObject({
  output: z.unknown().optional(),
  iterate: iterate.optional(),
  limit: limit.optional(),
  temp: z.record(z.string(), z.string()).optional(),
  data: z.record(z.string(), z.string()).optional(),
  metadata: z.strictObject({ type: z.enum(['text', 'email']), value: z.string().max(LONG_MAX) }).optional(),
  error: error.optional(),
});
const request = z
  .strictObject({
    url: z.string().min(1).max(LONG_MAX),
    method: z.union([z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), named(/\{\{.*\}\}/)]),
    headers: flat.optional(),
    qs: flat.optional(),
    type: z.enum(['json', 'text']).optional(),
    body: z.unknown().optional(),
    pagination: z.strictObject({ condition: z.string(), qs: flat }).optional(),
    response: response.optional(),
    log: log.optional(),
  })
  .refine(({ method, body }) => !/^(POST|PUT|PATCH)$/.test(method) || body !== undefined, 'these methods need a body');

/**
 * The requests of a module, list or connection: one, or several of which the last gives the output.
 */
export const Communication = z.union([request, z.array(request)]);
/** For an instant trigger that makes no further request. */
export const NoCommunication = z.strictObject({});
/** How requests of the service to a webhook are handled. */
export const Reception = z.strictObject({
  condition: z.string(),
  output: z.string(),
  respond: z.strictObject({ type: z.enum(['json', 'urlencoded', 'text']), status: z.int(), body: z.unknown() }),
});
export const Base = z.strictObject({
  baseUrl: z.string().max(LONG_MAX),
  headers: flat,
  response: z.strictObject({ error }),
  log,
});

const types = [
  ...(['any', 'array', 'boolean', 'collection', 'date', 'email', 'number', 'password', 'select'] as const),
  ...(['text', 'uinteger'] as const),
] as const;
export type Parameter = {
  name?: string | undefined;
  type: (typeof types)[number];
  label: string;
  help?: string | undefined;
  required?: boolean | undefined;
  editable?: boolean | undefined;
  multiple?: boolean | undefined;
  multiline?: boolean | undefined;
  default?: unknown;
  validate?: { pattern: string } | undefined;
  options?: string | { label: string; value: string }[] | undefined;
  rpc?: { url: string; label: string; parameters: Parameter[] } | undefined;
  spec?: Parameter | Parameter[] | undefined;
};
const parameter: z.ZodType<Parameter> = z.strictObject({
  // Only the element type of an array may lack a name.
  name: z.string().min(1).max(128).optional(),
  type: z.enum(types),
  label: z.string().min(1).max(256),
  help: z.string().min(1).optional(),
  required: z.boolean().optional(),
  editable: z.boolean().optional(),
  multiple: z.boolean().optional(),
  multiline: z.boolean().optional(),
  default: z.unknown().optional(),
  validate: z.strictObject({ pattern: z.string() }).optional(),
  options: z
    .union([named(/^rpc:\/\/\w+$/), z.array(z.strictObject({ label: z.string().min(1), value: z.string() }))])
    .optional(),
  rpc: z
    .strictObject({ url: named(/^rpc:\/\/\w+$/), label: z.string(), parameters: z.lazy(() => z.array(parameter)) })
    .optional(),
  spec: z.lazy(() => z.union([parameter, z.array(parameter)])).optional(),
});
export const Parameters = z.array(parameter);
export const Groups = z.array(z.strictObject({ label: z.string(), modules: z.array(moduleId) }));
export const Samples = z.record(z.string(), z.unknown());
/** OAuth scopes, which API keys do not use. */
export const NoScopes = z.array(z.never()).max(0);

/** The scopes the README tells users to give the key. */
export function readmeScopes(): string[] {
  const [fr, en] = [...readFileSync(`${APP}README.md`, 'utf8').matchAll(/--scopes ([\w:,]+)/g)].map(
    (found) => found[1],
  );
  if (!fr || fr !== en) throw new Error('the README does not say one list of scopes in both languages');
  return fr.split(',');
}

/** The schema of a file, by the last parts of its name: `add-lines.interface.iml.json`. */
export function schemaOf(file: string): z.ZodType {
  if (file.startsWith('webhooks/') && file.endsWith('.communication.iml.json')) return Reception;
  if (file.endsWith('watch-events.communication.iml.json')) return NoCommunication;
  const kind = /(?:^|\/|\.)([a-z-]+)(?:\.iml)?\.json$/.exec(file)?.[1] ?? '';
  const schema = schemas[kind];
  if (!schema) throw new Error(`${file} is of no kind that is known`);
  return schema;
}

const schemas: Readonly<Record<string, z.ZodType>> = {
  makecomapp: Manifest,
  base: Base,
  groups: Groups,
  communication: Communication,
  attach: Communication,
  detach: Communication,
  update: Communication,
  params: Parameters,
  'static-params': Parameters,
  'mappable-params': Parameters,
  interface: Parameters,
  samples: Samples,
  scope: NoScopes,
  'required-scope': NoScopes,
};

/** A file of the app, parsed as JSON. */
export const readFile = (file: string): unknown => JSON.parse(readFileSync(APP + file, 'utf8'));

/** A file of the app, parsed with its schema. Throws if the file has an undocumented member. */
export const fileOf = <T extends z.ZodType>(file: string | null, schema: T): z.output<T> =>
  schema.parse(readFile(file ?? ''));
