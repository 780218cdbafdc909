import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { APP, readFile } from './app.ts';

// Checks the app's files against the schemas of Make's own editor extension
// (github.com/integromat/vscode-apps-sdk, MIT), which are not part of this project:
// node test/integrations/make/official-schemas.ts <folder "syntaxes" of the extension>

const MANIFEST = 'local-development/schemas/makecomapp.schema.json';
/** The schema the extension uses for each kind of file. */
const schemaOfKind: Readonly<Record<string, string>> = {
  base: 'base',
  groups: 'groups',
  communication: 'api',
  attach: 'api',
  detach: 'api',
  update: 'api',
  params: 'parameters',
  'static-params': 'parameters',
  'mappable-params': 'parameters',
  interface: 'parameters',
  samples: 'samples',
  scope: 'scope',
  'required-scope': 'scope',
};

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Say where the folder "syntaxes" of Make\'s extension is.');
  process.exit(2);
}
const faults = faultsBy(folder);
console.log(faults.join('\n') || 'Every file of the Make app keeps to the schemas.');
process.exit(faults.length === 0 ? 0 : 1);

function faultsBy(syntaxes: string): string[] {
  // The schemas contain keywords for the editor, such as errorMessage, and patterns in an older
  // syntax.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, unicodeRegExp: false });
  const parts = join(syntaxes, 'imljson/schemas');
  for (const name of readdirSync(parts)) ajv.addSchema(readSchema(join(parts, name)), name);
  ajv.addSchema(readSchema(join(syntaxes, MANIFEST)), MANIFEST);
  return filesOfApp().flatMap((file) => {
    const kind = /([a-z-]+)(?:\.iml)?\.json$/.exec(file)?.[1] ?? '';
    const name = file === 'makecomapp.json' ? MANIFEST : `${schemaOfKind[kind]}.json`;
    if (ajv.validate(name, readFile(file))) return [];
    return (ajv.errors ?? []).map(({ instancePath, message }) => `${file}${instancePath}: ${message}`);
  });
}

function filesOfApp(): string[] {
  const all = readdirSync(APP, { recursive: true, encoding: 'utf8' });
  return all.map((file) => file.replaceAll('\\', '/')).filter((file) => file.endsWith('.json'));
}

/** Without the IDs of its parts: they are referenced by path, and two have the same ID. */
function readSchema(path: string): object {
  const text = readFileSync(path, 'utf8');
  return JSON.parse(text, (name, value) => (name === '$id' && String(value).startsWith('#') ? undefined : value));
}
