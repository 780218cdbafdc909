/**
 * Adapts the description for Swagger UI, which would send examples as real values: an `If-Match` of
 * "3" would refuse every change, and one `Idempotency-Key` would replay the first response to every
 * request. Examples of optional parameters therefore become text. The session cookie field is
 * hidden: scripts cannot set it, and the browser sends it anyway. With `?chapter=` only that
 * chapter is rendered, because rendering all takes seconds.
 */
export const DOCS_SCRIPT = `const toldInWords = (parameter) => {
  const { in: place, required, example, schema } = parameter;
  if (place === 'path' || required || example === undefined) return parameter;
  const { example: _, ...rest } = parameter;
  const { example: __, default: ___, ...plain } = schema ?? {};
  const said = typeof example === 'string' ? example : JSON.stringify(example);
  return { ...rest, schema: plain, description: [rest.description, 'Example: \`' + said + '\`.'].filter(Boolean).join(' ') };
};
const asShown = (description) => {
  const { components } = description;
  delete components.securitySchemes.session;
  for (const [name, parameter] of Object.entries(components.parameters ?? {})) components.parameters[name] = toldInWords(parameter);
  for (const path of Object.values(description.paths))
    for (const operation of Object.values(path)) {
      if (operation.security) operation.security = operation.security.filter((way) => !('session' in way));
      if (operation.parameters) operation.parameters = operation.parameters.map(toldInWords);
    }
  return description;
};
const chapter = new URLSearchParams(location.search).get('chapter');
const ofChapter = (description) => {
  if (!chapter) return description;
  for (const [path, operations] of Object.entries(description.paths)) {
    for (const [method, operation] of Object.entries(operations)) if (!operation.tags.includes(chapter)) delete operations[method];
    if (Object.keys(operations).length === 0) delete description.paths[path];
  }
  description.tags = description.tags.filter(({ name }) => name === chapter);
  const all = description.components;
  const needed = {};
  const follow = (part) => {
    for (const [, kind, name] of JSON.stringify(part).matchAll(/"#\\/components\\/(\\w+)\\/([^"\\/]+)/g)) {
      if (needed[kind]?.[name] || !all[kind]?.[name]) continue;
      (needed[kind] ??= {})[name] = all[kind][name];
      follow(all[kind][name]);
    }
  };
  follow(description.paths);
  description.components = { securitySchemes: all.securitySchemes, ...needed };
  return description;
};
window.addEventListener('load', () => {
  window.ui = SwaggerUIBundle({
    url: 'openapi.json',
    dom_id: '#description',
    deepLinking: true,
    docExpansion: chapter ? 'list' : 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    displayRequestDuration: true,
    persistAuthorization: false,
    validatorUrl: null,
    responseInterceptor: (answer) => {
      if (new URL(answer.url, location).pathname.endsWith('/openapi.json') && answer.ok)
        answer.text = answer.data = JSON.stringify(ofChapter(asShown(JSON.parse(answer.text))));
      return answer;
    },
  });
});
`;

/** On phones columns stack, and long words wrap. */
export const DOCS_STYLE = `body{margin:0}
.chapters{font:1rem/1.5 system-ui,sans-serif;max-width:64rem;margin:auto;padding:1rem;overflow-wrap:anywhere}
.chapters ul{list-style:none;padding:0}
.chapters li{padding:.125rem 0}
@media (max-width:50rem){
#description .wrapper{padding:0 .75rem}
#description table.parameters,#description table.parameters>tbody,#description table.parameters>tbody>tr,#description table.parameters>tbody>tr>td{display:block;width:auto;min-width:0}
#description table.parameters>thead{display:none}
#description table.parameters>tbody>tr>td{padding:.25rem 0}
#description .opblock-summary{flex-wrap:wrap}
#description .opblock-summary-path{max-width:none}
#description code,#description .renderedMarkdown,#description .parameter__name{overflow-wrap:anywhere}
#description .responses-table,#description .live-responses-table{display:block;overflow-x:auto}
#description input,#description select,#description textarea{max-width:100%}
}
`;
