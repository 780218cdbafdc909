import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { operations } from './api/index.ts';
import { personalOperations } from './api/people/index.ts';
import { generateClient, legalServiceNames } from './http/codegen/client-code.ts';
import {
  makeFormWithVatCodes,
  n8nVatCodes,
  textFieldsCode,
  webVatRates,
  zapierVatCodes,
} from './http/codegen/code-lists.ts';
import { refusalsPage } from './http/codegen/refusals-page.ts';
import { openapi, openapiText } from './http/openapi/openapi.ts';
import { toolsPage } from './mcp/tools-page.ts';
import { personalServiceNames } from './pdf/locales/personal-service-names.ts';

const root = new URL('../', import.meta.url);

await mkdir(fileURLToPath(new URL('docs/interface', root)), { recursive: true });
await writeFile(fileURLToPath(new URL('openapi.json', root)), openapiText(operations, undefined, personalOperations));
await writeFile(fileURLToPath(new URL('docs/refusals.md', root)), refusalsPage([...operations, ...personalOperations]));
await writeFile(fileURLToPath(new URL('docs/interface/tools.md', root)), toolsPage(operations));

for (const [name, text] of Object.entries(generateClient(openapi(operations, undefined, personalOperations))))
  await writeFile(fileURLToPath(new URL(`web/client/${name}.ts`, root)), text);
await writeFile(fileURLToPath(new URL('web/client/text-fields.ts', root)), textFieldsCode());
await writeFile(
  fileURLToPath(new URL('web/locales/fr/personal-service-names.ts', root)),
  legalServiceNames(personalServiceNames),
);

await writeFile(fileURLToPath(new URL('web/client/vat-rates.ts', root)), webVatRates());
await writeFile(
  fileURLToPath(new URL('integrations/n8n/nodes/Facturier/properties/vat-codes.ts', root)),
  n8nVatCodes(),
);
await writeFile(fileURLToPath(new URL('integrations/zapier/creates/vat-codes.js', root)), zapierVatCodes());
for (const module of ['add-lines', 'create-invoice', 'replace-lines']) {
  const form = new URL(`integrations/make/modules/${module}/${module}.mappable-params.iml.json`, root);
  await writeFile(fileURLToPath(form), makeFormWithVatCodes(await readFile(fileURLToPath(form), 'utf8')));
}
