import { escaped } from '../../mail/escape-html.ts';
import type { BilingualText } from '../../schemas/bilingual-text.ts';
import type { Language } from '../../schemas/validation/faults.ts';
import { DOCS_STYLE } from './swagger-script.ts';

/** The page at the root, with links to the documentation. */
export function frontPage(language: Language): string {
  const said = {
    fr: [
      'Facturier',
      'Cette adresse est celle d’une API.',
      'Référence de l’API',
      'État du service',
      'Assistants (MCP) :',
      'Boîte locale : messages du mode test',
    ],
    en: [
      'Facturier',
      'This is the address of an API.',
      'API reference',
      'Service status',
      'Assistants (MCP):',
      'Local mailbox: messages of test mode',
    ],
  }[language];
  return page(language, 'Facturier', [
    `<h1>${said[0]}</h1><p>${said[1]}</p>`,
    `<ul><li><a href="/docs">${said[2]}</a> (<a href="/openapi.json">openapi.json</a>)</li>`,
    `<li><a href="/mailbox">${said[5]}</a></li>`,
    `<li>${said[4]} <code>/mcp</code></li>`,
    `<li><a href="/health/ready">${said[3]}</a></li></ul>`,
  ]);
}

/** The operations of one chapter of the description. */
export type DocsChapter = {
  readonly name: string;
  readonly operations: readonly {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly summary: string;
  }[];
};

const DOCS_TITLE = { fr: 'Facturier : référence de l’API', en: 'Facturier: API reference' };

/** The index of the API documentation: operations by chapter, each linked to its description. */
export function docsPage(language: Language, chapters: readonly DocsChapter[]): string {
  const said = {
    fr: ['Référence de l’API', 'Pour les programmes :'],
    en: ['API reference', 'For programs:'],
  }[language];
  const linked = (chapter: string, operation = ''): string =>
    `/docs?chapter=${encodeURIComponent(chapter)}${operation && `#/${encodeURIComponent(chapter)}/${operation}`}`;
  const lists = chapters.map(({ name, operations }) => {
    const lines = operations.map(
      ({ id, method, path, summary }) =>
        `<li><a href="${linked(name, id)}"><code>${method} ${escaped(path)}</code></a> ${escaped(summary)}</li>`,
    );
    return `<section lang="en"><h2><a href="${linked(name)}">${escaped(name)}</a></h2><ul>${lines.join('')}</ul></section>`;
  });
  const head = `<h1>${said[0]}</h1><p>${said[1]} <a href="/openapi.json">openapi.json</a></p>`;
  const style = `<style>${DOCS_STYLE}</style>`;
  return page(language, DOCS_TITLE[language], [`<div class="chapters">${head}${lists.join('')}</div>`], style);
}

/** One chapter of the API documentation, rendered by Swagger UI. */
export function docsChapterPage(language: Language): string {
  const back = { fr: 'Toutes les opérations', en: 'All operations' }[language];
  return page(
    language,
    DOCS_TITLE[language],
    [
      `<p class="chapters"><a href="/docs">${back}</a></p>`,
      '<div id="description"></div>',
      '<script src="/docs/swagger-ui-bundle.js"></script>',
      '<script src="/docs/start.js"></script>',
    ],
    `<link rel="stylesheet" href="/docs/swagger-ui.css"><style>${DOCS_STYLE}</style>`,
  );
}

/** Explains one refusal. The `type` of a problem links here. */
export function problemPage(
  language: Language,
  refusal: { code: string; status: number; title: BilingualText; remedy: BilingualText },
): string {
  return page(language, refusal.code, [
    `<h1>${escaped(refusal.title[language])}</h1>`,
    `<p><code>${escaped(refusal.code)}</code> · HTTP ${refusal.status}</p>`,
    `<p>${escaped(refusal.remedy[language])}</p>`,
  ]);
}

function page(language: Language, title: string, body: readonly string[], head = ''): string {
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title>`,
    `<link rel="icon" href="/docs/favicon-32x32.png">${head}</head>`,
    `<body><main>${body.join('\n')}</main></body></html>\n`,
  ].join('\n');
}
