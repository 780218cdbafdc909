import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { test } from 'vitest';
import { groupByChapter } from './docs-routes.ts';
import { docsPage } from './html-pages.ts';
import { DOCS_SCRIPT } from './swagger-script.ts';

const written = readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8');

type Answer = { url: string; ok: boolean; text: string };

/** What Swagger UI renders after the page has adapted the description. */
function drawn(
  url: string,
  location: string | URL = 'https://localhost:8443/docs',
): {
  components: { parameters: Record<string, any>; securitySchemes?: object };
  text: string;
} {
  let interceptor = (answer: Answer): Answer => answer;
  const window = { addEventListener: (_: string, run: () => void) => run() };
  const SwaggerUIBundle = (options: { responseInterceptor: typeof interceptor }) => {
    interceptor = options.responseInterceptor;
  };
  vm.runInNewContext(DOCS_SCRIPT, { window, SwaggerUIBundle, URL, URLSearchParams, location });
  const { text } = interceptor({ url, ok: true, text: written });
  return { ...JSON.parse(text), text };
}

test('optional fields are empty: no If-Match or Idempotency-Key is sent unless chosen', () => {
  const { parameters } = drawn('https://localhost:8443/openapi.json').components;
  for (const [name, parameter] of Object.entries(parameters))
    if (parameter.in !== 'path' && !parameter.required)
      assert.deepEqual(
        [parameter.example, parameter.schema?.example, parameter.schema?.default],
        [undefined, undefined, undefined],
        name,
      );
  assert.match(parameters.IfMatch.description, /Example: `"3"`\.$/);
  assert.equal(typeof parameters.BillingId.example, 'string', 'what must be there has an example to begin with');
  const before = JSON.parse(written).components.parameters;
  assert.equal(before.IfMatch.example, '"3"', 'control: the description itself has them');
});

test('a key is required, not a cookie: no page can set the session cookie', () => {
  const { components, text } = drawn('https://localhost:8443/openapi.json');
  assert.deepEqual(Object.keys(components.securitySchemes ?? {}), ['bearer']);
  assert.ok(!text.includes('"session":[]'));
  const before = JSON.parse(written);
  assert.ok('session' in before.components.securitySchemes, 'control: the description itself has it');
  assert.deepEqual(before.paths['/v2/person'].get.security, [{ session: [] }]);
});

test('nothing else that the page reads is changed', () => {
  assert.equal(drawn('https://localhost:8443/v2/company/me').text, written);
});

test('the page of a chapter has only its operations and what they reference: a tenth of the whole, or less', () => {
  const whole = JSON.parse(written) as Parameters<typeof groupByChapter>[0];
  for (const { name, operations } of groupByChapter(whole)) {
    const page = new URL(`https://localhost:8443/docs?chapter=${encodeURIComponent(name)}`);
    const { text } = drawn('https://localhost:8443/openapi.json', page);
    const only = JSON.parse(text);
    const ids = Object.values<Record<string, { operationId: string }>>(only.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    assert.deepEqual(new Set(ids), new Set(operations.map(({ id }) => id)), name);
    for (const [, kind = '', part = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"/]+)/g))
      assert.ok(only.components[kind]?.[part], `${name}: ${kind} ${part}`);
    if (name === 'Home') assert.ok(text.length < written.length / 10, `${text.length} of ${written.length}`);
  }
});

test('the table of contents has every operation at least once, each linked to its chapter', () => {
  const html = docsPage('fr', groupByChapter(JSON.parse(written)));
  assert.match(html, /href="\/docs\?chapter=Home#\/Home\/get-dashboard"><code>GET \/v2\/dashboard<\/code>/);
  for (const [path, methods] of Object.entries<object>(JSON.parse(written).paths))
    for (const method of Object.keys(methods))
      assert.ok(html.includes(`<code>${method.toUpperCase()} ${path}</code>`), path);
});
