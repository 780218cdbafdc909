import { described } from '../support/openapi/check-responses.ts';
import { type AttackRequest, jsonRequest, type Target } from './attack-request.ts';
import { longDocument } from './long-document.ts';

// Valid or nearly valid requests of maximum cost: the largest documents, lists, files and tables.

/** Bytes of text beside each of 500 lines within the body limit. */
const NOTE_CHARACTERS = 1_700;

/** Documents of 500 lines, written and read. */
export function longDocuments({ customerId, draftId, longDraftId }: Target): AttackRequest[] {
  const text = () => longDocument(NOTE_CHARACTERS / 2);
  const asTool = (more: object) => () => JSON.stringify({ ...JSON.parse(longDocument(0)), title: undefined, ...more });
  const shots: readonly [told: string, operation: string, method: string, path: string, text?: () => string][] = [
    ['500 long lines', 'create-invoice', 'POST', `/v2/billing/invoice/${customerId}`, text],
    ['500 long lines', 'create-estimate', 'POST', `/v2/billing/estimate/${customerId}`, text],
    ['500 long lines', 'update-billing-lines', 'PATCH', `/v2/billing/${draftId}/lines`, text],
    ['500 lines', 'tool-create-invoice', 'POST', '/v2/tools/create-invoice', asTool({ customerId })],
    [
      '500 lines',
      'tool-update-billing-lines',
      'POST',
      '/v2/tools/update-billing-lines',
      asTool({ billingId: draftId }),
    ],
    ['500 lines read', 'get-billing-by-id', 'GET', `/v2/billing/${longDraftId}`],
    ['500 lines retitled', 'update-billing-title', 'PATCH', `/v2/billing/${longDraftId}/title`, () => '{"title":"x"}'],
  ];
  return shots.map(([told, operation, method, path, body]) => ({
    told: `${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')}: ${told}`,
    operation,
    make: () => ({ method, path, ...(body && { body: body() }) }),
  }));
}

/** Every list with its largest page and a search for one letter; the API description. */
export function fullLists(target: Target): AttackRequest[] {
  const ask = (operation: string, path: string, template: string): AttackRequest => ({
    told: `GET ${template}${path.includes('?') ? path.slice(path.indexOf('?')) : ''}`,
    operation,
    make: () => ({ method: 'GET', path }),
  });
  const lists = described
    .filter(({ method }) => method === 'GET')
    .flatMap(({ method, template, operation }) => {
      const names: string[] = (operation.parameters ?? []).map(({ name }: { name: string }) => name);
      const path = target.pathOf({ method, template });
      const id: string = operation.operationId;
      return [
        ...(names.includes('limit') ? [100, 40].map((limit) => ask(id, `${path}?limit=${limit}`, template)) : []),
        ...(names.includes('search') ? [ask(id, `${path}?limit=100&search=e`, template)] : []),
        ...(names.includes('page') ? [ask(id, `${path}?limit=100&page=1000000`, template)] : []),
        ...(names.includes('limit') ? [] : [ask(id, path, template)]),
      ];
    });
  const pages = ['/openapi.json', '/docs'].map((path) => ask('page', path, path));
  return [largestList(target), ...lists.filter(({ operation }) => operation !== 'download-billing'), ...pages];
}

/** The largest list response: a full page of documents of 500 lines. */
export const largestList = ({ listedCustomerId }: Target): AttackRequest => ({
  told: `GET /v2/billings?limit=${LONG_PAGE}: documents of 500 lines`,
  operation: 'get-billings',
  make: () => ({ method: 'GET', path: `/v2/billings?limit=${LONG_PAGE}&customerId=${listedCustomerId}` }),
});

/** This many documents of 240 kB are just below the 8 MiB page limit. */
const LONG_PAGE = 32;

export const exports = (): AttackRequest[] =>
  ['/v2/catalog/export', '/v2/customers/export'].map((path) => ({
    told: `GET ${path}`,
    operation: path.includes('catalog') ? 'export-products' : 'export-customers',
    make: () => ({ method: 'GET', path: `${path}` }),
  }));

/** A draft of 500 lines as PDF, which is rendered each time. */
export const longPrints = ({ longDraftId }: Target): AttackRequest[] => [
  {
    told: 'GET /v2/billing/{id}/download: 500 lines',
    operation: 'download-billing',
    make: () => ({ method: 'GET', path: `/v2/billing/${longDraftId}/download` }),
  },
];

const FILE_BYTES = 8 * 1_048_576;
const HEADERS = 'Désignation;Type;Unité;Prix unitaire;TVA';

const sevenMegabytes = JSON.stringify({
  name: 'plan.txt',
  content: Buffer.alloc(5 * 1_048_576, 'plan ').toString('base64'),
});

/** Files of 7 MB in base64. */
export const largeFiles = ({ draftId }: Target): AttackRequest[] => [
  jsonRequest({
    told: 'POST /v2/billing/{id}/attachments: 7 MB',
    operation: 'attach-file',
    method: 'POST',
    path: `/v2/billing/${draftId}/attachments`,
    text: () => sevenMegabytes,
  }),
];

/** Tables with a high cost per byte. */
export function hostileTables(): AttackRequest[] {
  const rows = (row: string, bytes: number): string => row.repeat(Math.floor(bytes / row.length));
  const tables: readonly [told: string, text: () => string][] = [
    ['110 kB of empty lines', () => rows('\n', 110_000)],
    ['8 MB of empty lines', () => rows('\n', FILE_BYTES - 10)],
    ['8 MB of rows of separators', () => rows(';;;;;;;;;\n', FILE_BYTES - 10)],
    ['110 kB of empty quotes', () => rows('"";""\n', 110_000)],
    ['8 MB of empty quotes', () => rows('"";"";""\n', FILE_BYTES - 10)],
    ['8 MB that a quote opens', () => `a;b\n"${'x'.repeat(FILE_BYTES - 20)}`],
    ['8 MB of quotes', () => `a;b\n${'"'.repeat(FILE_BYTES - 20)}`],
    ['a row of 4 million cells', () => ';'.repeat(FILE_BYTES / 2)],
    ['10,000 rows', () => `${HEADERS}\n${rows('Conseil;Prestation;jour;12,50;20\n', 330_000)}`],
    [
      '98 kB of ragged empty lines',
      () => `designation;prix${rows('\n', 16_369)}${rows(`;${rows('\n', 16_384)}`, 81_925)}`,
    ],
    ['10,000 rows with every column unknown', () => `a;b;c\n${rows('1;2;3\n', 60_000)}`],
    ['10,000 bad rows', () => `${HEADERS}\n${rows('x;y;z;abc;99\n', 130_000)}`],
    [
      '900 columns',
      () => `${Array.from({ length: 900 }, (_, at) => `c${at}`).join(';')}\n${rows(`${';'.repeat(899)}x\n`, 900_000)}`,
    ],
  ];
  const imports = [
    ['catalog', 'import-products'],
    ['customers', 'import-customers'],
    ['books/purchases', 'import-purchases'],
  ] as const;
  const ofLists = imports.flatMap(([what, name]) =>
    tables.map(([told, text]) => ({
      told: `POST /v2/${what}/import: ${told}`,
      operation: name,
      make: () => ({
        method: 'POST',
        path: `/v2/${what}/import?dryRun=true`,
        headers: { 'content-type': 'text/csv' },
        body: text(),
      }),
    })),
  );
  return [...ofLists, ...hostileStatements()];
}

const CAMT = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02';

/** Bank statements with a high cost per byte. */
function hostileStatements(): AttackRequest[] {
  const attributes = (count: number): string => Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ');
  const statements: readonly [told: string, mediaType: string, text: () => string][] = [
    ['a tag with 560,000 attributes', 'application/xml', () => `<Document xmlns="${CAMT}" ${attributes(560_000)}/>`],
    ['80,000 tags with 10 attributes', 'application/xml', () => nestedTags(80_000, attributes(10))],
    ['2 million tags of OFX', 'application/x-ofx', () => `OFXHEADER:100\n<OFX><STMTRS>${'<A>'.repeat(2_000_000)}`],
    ['98 kB of ragged empty lines', 'text/csv', () => `a;b${`;${'\n'.repeat(16_384)}`.repeat(6)}`],
  ];
  return statements.map(([told, mediaType, text]) => ({
    told: `POST /v2/bank/statements: ${told}`,
    operation: 'import-bank-statement',
    make: () => ({
      method: 'POST',
      path: '/v2/bank/statements?dryRun=true',
      headers: { 'content-type': mediaType },
      body: text(),
    }),
  }));
}

const nestedTags = (count: number, attributes: string): string =>
  `<Document xmlns="${CAMT}"><B><Stmt><Ntry>${`<a ${attributes}/>`.repeat(count)}</Ntry></Stmt></B></Document>`;

/** Usual and impossible MCP requests. */
export function assistantCalls({ customerId, listedCustomerId }: Target): AttackRequest[] {
  const call = (told: string, body: () => unknown): AttackRequest => ({
    told: `POST /mcp: ${told}`,
    operation: 'mcp',
    make: () => ({
      method: 'POST',
      path: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body()),
    }),
  });
  const message = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
  const tool = (name: string, given: unknown) => message('tools/call', { name, arguments: given });
  const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, 0]));
  return [
    call('tools/list', () => message('tools/list', {})),
    call('get-products with 4,000 unknown members', () => tool('get-products', unknown(4_000))),
    call('get-products with 70,000 unknown members', () => tool('get-products', unknown(70_000))),
    call('create-invoice with 300,000 empty lines', () =>
      tool('create-invoice', { customerId, lines: new Array(300_000).fill({}) }),
    ),
    call('create-invoice with 500 lines', () =>
      tool('create-invoice', { customerId, lines: JSON.parse(longDocument(0)).lines }),
    ),
    call('get-billings, the largest page', () =>
      tool('get-billings', { limit: LONG_PAGE, customerId: listedCustomerId }),
    ),
    call('50,000 members of the message', () => ({ ...message('tools/list', {}), ...unknown(50_000) })),
    call('a batch of 20,000', () => new Array(20_000).fill(message('tools/list', {}))),
    call('a method of 1 MB', () => message('x'.repeat(1_000_000), {})),
    call('members of every object', () => tool('constructor', JSON.parse('{"__proto__":{"x":1}}'))),
  ];
}
