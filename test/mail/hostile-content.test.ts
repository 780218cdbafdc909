import assert from 'node:assert/strict';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { plainText } from '../../src/mail/plain-text.ts';
import { harmless } from '../../src/mail/sanitize-html.ts';
import { until } from '../support/runner/wait-until.ts';
import { type MailServer, mailServer } from './mail-server.ts';
import { ATELIER, FROM, type SendingService, sendingService } from './sending.ts';

let server: MailServer;
let service: SendingService;
beforeAll(async () => {
  server = await mailServer();
  service = await sendingService(server.url);
});
afterEach(() => {
  server.arrived.length = 0;
});
afterAll(async () => {
  await service.close();
  await server.stop();
});

/** What must not remain of each, and the expected result. */
const hostile: readonly (readonly [string, string])[] = [
  ['<p>a</p><script>steal()</script>', '<p>a</p>'],
  ['<scr<script>ipt>1</scr</script>ipt>', 'ipt&gt;1ipt&gt;'],
  ['<p onclick="steal()" onmouseover=steal()>a</p>', '<p>a</p>'],
  ['<a href="javascript:steal()">a</a>', '<a>a</a>'],
  ['<a href="JaVaScRiPt&#58;steal()">a</a>', '<a>a</a>'],
  ['<a href=" &#x6A;avascript:steal()">a</a>', '<a>a</a>'],
  ['<a href="java\tscript:steal()">a</a>', '<a>a</a>'],
  ['<a href="data:text/html,<script>steal()</script>">a</a>', '<a>a</a>'],
  ['<a href="vbscript:steal()">a</a>', '<a>a</a>'],
  ['<a href="//evil.example/x">a</a>', '<a>a</a>'],
  ['<img src="https://evil.example/pixel.gif" onerror="steal()">a', 'a'],
  ['<svg onload="steal()"><text>a</text></svg>', 'a'],
  ['<math><mtext><style><img src=x onerror=steal()></style></mtext></math>a', 'a'],
  ['<iframe src="https://evil.example"></iframe><object data=x></object><embed src=x>a', 'a'],
  ['<form action="https://evil.example"><input name=password><button>a</button></form>', 'a'],
  ['<style>body{display:none}</style><link rel=stylesheet href=//evil.example>a', 'a'],
  ['<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">a', 'a'],
  ['<p style="background:url(https://evil.example/pixel)">a</p>', '<p>a</p>'],
  ['<p style="position:fixed;top:0;left:0;width:100vw">a</p>', '<p>a</p>'],
  ['<p style="width:expression(steal());color:red">a</p>', '<p style="color:red">a</p>'],
  ['<p style="color:red;}body{display:none">a</p>', '<p style="color:red">a</p>'],
  ['<p style="color:r\\65 d;background-color:url(x)">a</p>', '<p>a</p>'],
  ['<p class="page" id="x">a</p>', '<p>a</p>'],
  ['</td></tr></table></body></html><p>a', '<p>a</p>'],
  ['<!--[if mso]><script>steal()</script><![endif]--><p>a</p>', '<p>a</p>'],
  ['<p>a<noscript><p title="</noscript><img src=x onerror=steal()>">', '<p>a</p>'],
];

test('HTML is cleaned of scripts, handlers, script links, remote images, forms and reaching styles', () => {
  for (const [html, left] of hostile) {
    const made = harmless(html);
    assert.doesNotMatch(
      made,
      /steal|evil|<script|<img|<svg|<style|<iframe|<form|url\(|expression|position| on\w+=/i,
      html,
    );
    assert.equal(made.replaceAll(/\s*;\s*(?=")/g, ''), left, html);
    assert.equal(harmless(made), made, `twice: ${html}`);
  }
});

test('the received HTML keeps the layout and none of the dangerous content', async () => {
  const { id } = await service.invoice();
  await service.send(id, { content: hostile.map(([html]) => html).join('\n') });
  await until('the mail', () => server.arrived.length === 1);
  const [mail] = await server.read();
  assert.doesNotMatch(mail?.html ?? '', /steal|evil|<script|<img|<svg|<iframe|<form|url\(|expression| on\w+=/i);
  assert.equal(mail?.html?.match(/<\/body>/g)?.length, 1, 'the frame is closed once, by us');
  assert.equal(mail?.html?.match(/<table/g)?.length, mail?.html?.match(/<\/table>/g)?.length);
});

test('fifty thousand characters of brackets, tags and entities are sanitized within a second', () => {
  for (const piece of ['<', '<a ', '<p style="', '<div>', '&#x', '</', '<!--', '"><', '<a href="'])
    for (const html of [piece.repeat(50_000 / piece.length), `${piece.repeat(25_000 / piece.length)}>`]) {
      const began = process.cpuUsage();
      plainText(harmless(html));
      const { user } = process.cpuUsage(began);
      assert.ok(user < 1_000_000, `${piece}: ${user} µs`);
    }
});

test('an address or subject with a line break, a comma or an angle bracket is refused: input_invalid', async () => {
  const { id } = await service.invoice();
  const addresses = [
    'lea@example.org\r\nBcc: evil@example.com',
    'lea@example.org,evil@example.com',
    'lea@example.org>\r\nDATA',
    '<lea@example.org>',
    'Léa <lea@example.org>',
    '"a\r\nb"@example.org',
    'lea@example.org\0',
    'lea@[127.0.0.1]\n',
    '',
  ];
  for (const address of addresses)
    assert.equal((await service.send(id, { emails: [address] })).refused, 'input_invalid', address);
  for (const subject of ['a\r\nBcc: evil@example.com', 'a\nb', 'a\u2028b', 'a\0', '  ', 'a'.repeat(256)])
    assert.equal((await service.send(id, { subject })).refused, 'input_invalid', JSON.stringify(subject));
  const emails = Array.from({ length: 11 }, (_, n) => `lea${n}@example.org`);
  assert.equal((await service.send(id, { emails })).refused, 'input_invalid');
  assert.equal((await service.send(id, { emails: [] })).refused, 'input_invalid');
  assert.equal((await service.send(id, { emails: emails.slice(1), subject: 'a'.repeat(255) })).refused, undefined);
  await until('the mail', () => server.arrived.length === 1);
  assert.equal(server.arrived[0]?.to.length, 10);
});

test('line breaks and quotes in the names of companies, customers and files add no header and no recipient', async () => {
  const name = 'Zoé"\r\nBcc: evil@example.com\r\nX-Evil: "1';
  await service.books.company({ name });
  const contact = await service.books.contact({ firstname: 'Léa\r\nBcc: evil@example.com', lastname: '<b>M</b>' });
  const draft = await service.books.invoice(contact);
  const file = { name: 'a"\r\nX-Evil: 1;.txt', content: Buffer.from('texte').toString('base64') };
  await service.books.done('attach-file', draft.id, file);
  const { id } = await service.books.finalized(draft);
  const { content, subject } = (
    await service.books.ask('render-billing-email', { path: { id, emailType: 'invoice_simple' } })
  ).json;
  assert.ok(content.includes('&lt;b&gt;M&lt;/b&gt;'));
  assert.doesNotMatch(subject, /[\r\n]/);
  await service.send(id, { content, subject });
  await until('the mail', () => server.arrived.length === 1);
  const [mail] = await server.read();
  const headers = (server.arrived[0]?.raw.toString('latin1') ?? '').split('\r\n\r\n', 1)[0] ?? '';
  assert.doesNotMatch(headers, /^(Bcc|X-Evil)/im);
  assert.deepEqual(server.arrived[0]?.to, ['lea@example.org']);
  assert.equal(mail?.from?.address, FROM);
  assert.equal(mail?.attachments[1]?.filename, 'a-X-Evil- 1;.txt');
  assert.equal(mail?.headers.filter(({ key }) => key === 'x-evil' || key === 'bcc').length, 0);
  await service.books.company({ name: ATELIER.name });
});
