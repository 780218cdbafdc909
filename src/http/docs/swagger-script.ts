/**
 * What draws the description in the browser. Swagger UI fills examples in as if somebody had chosen them: an `If-Match` of "3" would
 * refuse every change, and one `Idempotency-Key` for all would answer every request with the first. So examples of what may be
 * left out are told in words, and the fields stay empty. No field asks for the cookie of a session: a script cannot set it, and the
 * browser of whoever signed in sends it by itself. Of a chapter (`?chapter=`) it draws that alone, with what it needs: all of them take seconds.
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
    url: '/openapi.json',
    dom_id: '#description',
    deepLinking: true,
    docExpansion: chapter ? 'list' : 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    displayRequestDuration: true,
    persistAuthorization: false,
    validatorUrl: null,
    responseInterceptor: (answer) => {
      if (new URL(answer.url, location).pathname === '/openapi.json' && answer.ok)
        answer.text = answer.data = JSON.stringify(ofChapter(asShown(JSON.parse(answer.text))));
      return answer;
    },
  });
});
`;

/** On a phone what stands beside one another stands below one another, and long words break. */
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
