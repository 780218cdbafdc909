import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// The nodes of integrations/n8n: their sources with a stub of n8n-workflow; or, if N8N_PACKAGE
// names the folder of the installed and built package, the output of n8n's own builder with the
// real n8n-workflow.

const BUILT = process.env['N8N_PACKAGE'];
const SOURCES = new URL('../../../integrations/n8n/', import.meta.url);

/** Which of the two is tested, for test titles and output. */
export const testedVariant = BUILT
  ? `the package built by n8n's own builder, with the real n8n-workflow ${versionOfWorkflow(BUILT)}`
  : 'the sources of the package, with a stub of n8n-workflow';

export type Option = { name: string; value: string; options?: unknown };
export type Property = {
  name: string;
  type: string;
  default: unknown;
  required?: boolean;
  displayOptions?: { show?: Record<string, unknown[]> };
  typeOptions?: { loadOptionsMethod?: string; multipleValues?: boolean };
  options?: (Option & { values?: Property[] })[];
};
export type Description = {
  name: string;
  properties: Property[];
  credentials: { name: string; required: boolean }[];
  webhooks?: { name: string; httpMethod: string; path: string; responseMode: string }[];
};
/** A function that n8n calls with a context as `this`. */
type Called = (this: unknown, ...given: unknown[]) => Promise<unknown>;
export type Node = {
  description: Description;
  methods?: { loadOptions?: Record<string, Called>; listSearch?: Record<string, Called> };
  webhookMethods?: { default: Record<'checkExists' | 'create' | 'delete', Called> };
  execute?: Called;
  webhook?: Called;
};
export type Credential = {
  name: string;
  properties: Property[];
  authenticate: { properties: { headers: Record<string, string> } };
  test: { request: { baseURL: string; url: string } };
};

/** The action node, the trigger and the credential, as new instances like in n8n. */
export async function n8nNodes(): Promise<{ action: Node; trigger: Node; credential: Credential }> {
  if (!BUILT) readByStandIn();
  return {
    action: (await classOf('nodes/Facturier/Facturier.node', 'Facturier')) as Node,
    trigger: (await classOf('nodes/FacturierTrigger/FacturierTrigger.node', 'FacturierTrigger')) as Node,
    credential: (await classOf('credentials/FacturierApi.credentials', 'FacturierApi')) as Credential,
  };
}

async function classOf(file: string, name: string): Promise<unknown> {
  const module = BUILT
    ? createRequire(join(BUILT, 'package.json'))(`./dist/${file}.js`)
    : await import(new URL(`${file}.ts`, SOURCES).href);
  return new module[name]();
}

function readByStandIn(): void {
  const standIn = new URL('./n8n-workflow-stub.ts', import.meta.url).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'n8n-workflow') return { url: standIn, shortCircuit: true };
      const found = next(specifier, context);
      // The built files are CommonJS, so the package does not declare "module"; the sources are
      // modules.
      return found.url.startsWith(SOURCES.href) ? { ...found, format: 'module-typescript' } : found;
    },
  });
}

function versionOfWorkflow(folder: string): string {
  const { version } = createRequire(pathToFileURL(join(folder, 'package.json')))('n8n-workflow/package.json');
  return String(version);
}
