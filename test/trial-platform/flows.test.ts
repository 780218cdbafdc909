import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { PDF } from '@libpdf/core';
import { beforeAll, describe, test } from 'vitest';
import { ciiOf } from '../../src/einvoice/cii/cii.ts';
import { ublOf } from '../../src/einvoice/ubl/ubl.ts';
import { checked, withoutOfficialFiles } from './standard.ts';
import { formOf, trialHere } from './trial-client.ts';
import { BUYER, SELLER, trialInvoice } from './trial-invoice.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A PDF with an embedded file. */
async function pdfWith(name: string, xml: string): Promise<Uint8Array> {
  const pdf = PDF.create();
  pdf.addPage();
  pdf.addAttachment(name, new Uint8Array(Buffer.from(xml)));
  return pdf.save();
}

describe('the flow service of the trial platform', () => {
  // Files of tests share the process.
  beforeAll(() => checked.clear());

  test('createFlow: an invoice in CII, UBL and Factur-X is accepted with the facts of its content', async () => {
    const here = trialHere();
    const cii = ciiOf(trialInvoice({ number: 'F1' }));
    const files = [
      ['CII', cii],
      ['UBL', ublOf(trialInvoice({ number: 'F2' }))],
      ['Factur-X', await pdfWith('factur-x.xml', ciiOf(trialInvoice({ number: 'F3' }), { inPdf: true }))],
    ] as const;
    for (const [syntax, file] of files) {
      const { status, json } = await here.deposit({ syntax, file, info: { trackingId: `t-${syntax}` } });
      assert.equal(status, 202);
      assert.equal((await here.metadata(json.flowId)).acknowledgement.status, 'Pending');
      here.pass(1);
      const flow = await here.metadata(json.flowId);
      assert.deepEqual(flow.acknowledgement, { status: 'Ok' });
      const { flowType, flowDirection, processingRule, processingRuleSource, flowProfile, trackingId } = flow;
      assert.deepEqual(
        [flowType, flowDirection, processingRule, processingRuleSource, flowProfile, trackingId],
        [...['CustomerInvoice', 'Out', 'B2B', 'Computed', 'CIUS', `t-${syntax}`]],
      );
    }
  });

  const refusals: readonly (readonly [string, string, string, string | Promise<Uint8Array>, object?])[] = [
    ['an empty file', 'EmptyFlow', 'CII', ''],
    ['a virus', 'VirusFound', 'CII', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'],
    ['XML that is cut off', 'InvalidSchema', 'CII', ciiOf(trialInvoice()).slice(0, 900)],
    ['a document type', 'InvalidSchema', 'CII', '<!DOCTYPE a><a/>'],
    ['UBL that is said to be CII', 'FlowTypeError', 'CII', ublOf(trialInvoice())],
    ['CII that is said to be UBL', 'FlowTypeError', 'UBL', ciiOf(trialInvoice())],
    ['CII that is said to be Factur-X', 'FlowTypeError', 'Factur-X', ciiOf(trialInvoice())],
    ['CII that is said to be a status', 'FlowTypeError', 'CDAR', ciiOf(trialInvoice())],
    ['CII that is said to be an e-report', 'FlowTypeError', 'FRR', ciiOf(trialInvoice())],
    ['a PDF without XML', 'InvalidSchema', 'Factur-X', pdfWith('other.txt', 'no XML')],
    ['something that only looks like a PDF', 'InvalidSchema', 'Factur-X', '%PDF-1.7 nothing'],
    [
      'an invoice without number',
      'InvalidSchema',
      'CII',
      ciiOf(trialInvoice()).replace('<ram:ID>F2027-001</ram:ID>', ''),
    ],
    [
      'an invoice of another seller',
      'OtherTechnicalError',
      'CII',
      ciiOf(trialInvoice({ seller: BUYER, buyer: SELLER })),
    ],
    ['a wrong fingerprint', 'ChecksumMismatch', 'CII', ciiOf(trialInvoice()), { sha256: sha256('other') }],
  ];
  for (const [what, reasonCode, syntax, file, info] of refusals)
    test(`createFlow: ${what} gets the acknowledgement Error ${reasonCode}, and no life cycle`, async () => {
      const here = trialHere();
      const { status, json } = await here.deposit({ syntax, file: await file, info: { ...info } });
      assert.equal(status, 202);
      here.pass(60);
      const { acknowledgement } = await here.metadata(json.flowId);
      assert.equal(acknowledgement.status, 'Error');
      assert.deepEqual(
        acknowledgement.details.map((detail: any) => detail.reasonCode),
        [reasonCode],
      );
      assert.deepEqual(await here.codes(), []);
    });

  test('createFlow: an e-report 10.3 is an AggregatedCustomerTransactionReport, one of 10.2 a UnitaryCustomerPaymentReport', async () => {
    const here = trialHere();
    const reports = [
      ['<TransactionsReport><Transactions/></TransactionsReport>', 'AggregatedCustomerTransactionReport'],
      ['<PaymentsReport><Invoice/></PaymentsReport>', 'UnitaryCustomerPaymentReport'],
      ['<TransactionsReport><Invoice/><Transactions/></TransactionsReport>', 'MultiFlowReport'],
    ];
    for (const [inside, flowType] of reports) {
      const { json } = await here.deposit({ syntax: 'FRR', file: `<Report>${inside}</Report>` });
      here.pass(1);
      const flow = await here.metadata(json.flowId);
      assert.deepEqual([flow.flowType, flow.acknowledgement.status], [flowType, 'Ok']);
    }
  });

  test('createFlow: a tracking id and an invoice of seller, number and year are accepted once, also at the same time', async () => {
    const here = trialHere();
    const file = ciiOf(trialInvoice({ number: 'F1' }));
    const twice = await Promise.all([1, 2].map(() => here.deposit({ file, info: { trackingId: 'one' } })));
    const sameTracking = await here.invoice({ number: 'F2' }, { trackingId: 'one' });
    const sameInvoice = await here.invoice({ number: 'F1' });
    const nextYear = await here.invoice({ number: 'F1', issuedOn: '2028-01-02' });
    here.pass(60);
    const codesOf = async (flowId: string) => {
      const { status, details = [] } = (await here.metadata(flowId)).acknowledgement;
      return [status, ...details.map(({ item, reasonCode }: any) => `${item} ${reasonCode}`)];
    };
    // Which of two at the same time is first is left open.
    const ofTwice = await Promise.all(twice.map(({ json }) => codesOf(json.flowId)));
    assert.deepEqual(ofTwice.toSorted(), [
      ['Error', 'trackingId AlreadyExistingFlow', 'BT-1 AlreadyExistingFlow'],
      ['Ok'],
    ]);
    assert.deepEqual(await codesOf(sameTracking), ['Error', 'trackingId AlreadyExistingFlow']);
    assert.deepEqual(await codesOf(sameInvoice), ['Error', 'BT-1 AlreadyExistingFlow']);
    assert.deepEqual(await codesOf(nextYear), ['Ok']);
    // A refused deposit frees its tracking id and its number.
    const wrong = await here.invoice({ number: 'F9' }, { trackingId: 'nine', sha256: sha256('other') });
    here.pass(5);
    const right = await here.invoice({ number: 'F9' }, { trackingId: 'nine' });
    here.pass(5);
    assert.deepEqual([(await codesOf(wrong))[0], await codesOf(right)], ['Error', ['Ok']]);
  });

  test('createFlow: a request of another form gets 400 with the field, one of another size 413', async () => {
    const here = trialHere();
    const file = ciiOf(trialInvoice());
    const info = { name: 'a.xml', flowSyntax: 'CII' };
    const post = async ({ headers, bytes }: { headers: Record<string, string>; bytes: Uint8Array }) => {
      const { status, json } = await here.raw('POST', '/flow-service/v1/flows', { headers, bytes });
      return [status, json.errorCode, json.errorMessage] as const;
    };
    const wrong: readonly (readonly [unknown, string | undefined, string, RegExp])[] = [
      [undefined, file, 'MISSING_REQUIRED_FIELD', /^flowInfo/],
      [info, undefined, 'MISSING_REQUIRED_FIELD', /^file/],
      [{ flowSyntax: 'CII' }, file, 'MISSING_REQUIRED_FIELD', /^name/],
      [{ ...info, name: 'x'.repeat(256) }, file, 'INVALID_FIELD', /^name/],
      [{ ...info, flowSyntax: 'XML' }, file, 'INVALID_FIELD', /^flowSyntax/],
      [{ ...info, trackingId: 'x'.repeat(65) }, file, 'INVALID_FIELD', /^trackingId/],
      [{ ...info, processingRule: 'b2b' }, file, 'INVALID_FIELD', /^processingRule/],
      [{ ...info, sha256: 'ABC' }, file, 'INVALID_FIELD', /^sha256/],
      [[], file, 'INVALID_FIELD', /./],
    ];
    for (const [said, sent, code, message] of wrong) {
      const [status, errorCode, errorMessage] = await post(await formOf(said, sent));
      assert.deepEqual([status, errorCode], [400, code], JSON.stringify(said));
      assert.match(errorMessage, message);
    }
    const whole = await formOf(info, file);
    const broken = { headers: whole.headers, bytes: whole.bytes.subarray(0, whole.bytes.length - 200) };
    assert.equal((await post(broken))[0], 400);
    assert.equal((await post({ headers: { 'content-type': 'application/json' }, bytes: whole.bytes }))[0], 400);
    assert.equal((await post({ headers: { 'content-type': 'multipart/form-data' }, bytes: whole.bytes }))[0], 400);
    assert.equal((await post({ headers: whole.headers, bytes: Buffer.from('{') }))[0], 400);
    const large = { headers: whole.headers, bytes: new Uint8Array(100_100_001) };
    assert.deepEqual((await post(large)).slice(0, 2), [413, 'FILE_SIZE_EXCEEDED']);
    assert.equal((await post(whole))[0], 202);
  });

  test('searchFlows: 7 flows are read in pages of 3 with a cursor, each once and in the order of their last change', async () => {
    const here = trialHere();
    for (let n = 1; n <= 7; n++) await here.invoice({ number: `F${n}` });
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await here.search({ flowDirection: ['Out'] }, { limit: 3, ...(cursor && { cursor }) });
      seen.push(...page.results.map((flow: any) => flow.updatedAt));
      cursor = page.nextCursor;
      pages++;
    } while (cursor);
    assert.deepEqual([seen.length, new Set(seen).size, pages], [7, 7, 3]);
    assert.deepEqual(seen, seen.toSorted());
  });

  test('searchFlows: criteria are combined by AND, lists by OR; updatedAfter is strict', async () => {
    const here = trialHere();
    const first = await here.invoice({ number: 'F1' }, { trackingId: 'one', processingRule: 'B2B' });
    await here.invoice({ number: 'F2', treatment: 'B2C' }, { trackingId: 'two' });
    here.pass(60);
    const count = async (where: object) => (await here.search(where, { limit: 100 })).results.length;
    const { updatedAt } = await here.metadata(first);
    assert.deepEqual(
      [
        await count({ trackingId: 'one' }),
        await count({ trackingId: 'three' }),
        await count({ processingRule: ['B2C', 'B2B'], flowDirection: ['Out'] }),
        await count({ processingRule: ['B2C'], flowDirection: ['Out'] }),
        await count({ ackStatus: 'Pending' }),
        await count({ flowType: ['CustomerInvoice'], updatedAfter: updatedAt }),
        await count({ flowType: ['CustomerInvoice'], updatedBefore: updatedAt }),
        await count({ flowType: ['CustomerInvoiceLC'], processingRule: ['B2C'] }),
      ],
      [1, 0, 2, 1, 0, 1, 0, 1],
    );
  });

  test('searchFlows: a body of another form gets 400', async () => {
    const here = trialHere();
    const bodies = [
      ...[{}, { where: {} }, { where: { flowType: [] } }, { where: { flowType: ['Invoice'] } }, { where: null }],
      ...[{ where: { updatedAfter: 'yesterday' } }, { where: { trackingId: 'x' }, limit: 101 }, []],
      ...[
        { where: { trackingId: 'x' }, limit: 0 },
        { where: { trackingId: 'x' }, cursor: 'cursor' },
      ],
    ];
    for (const body of bodies) {
      const { status } = await here.flows('flows/search', { method: 'POST', body });
      assert.equal(status, 400, JSON.stringify(body));
    }
    const notJson = await here.flows('flows/search', { method: 'POST', bytes: Buffer.from('{"where":') });
    assert.deepEqual([notJson.status, notJson.json.errorCode], [400, 'INVALID_JSON']);
  });

  test('getFlow: the original has the same bytes and its name; there is none of another client', async () => {
    const here = trialHere();
    const file = ciiOf(trialInvoice());
    const { json } = await here.deposit({ file, info: { name: 'facture n°1 "été".xml' } });
    const { bytes, headers } = await here.flows(`flows/${json.flowId}?docType=Original`);
    assert.equal(Buffer.from(bytes).toString(), file);
    assert.equal(headers['content-type'], 'application/octet-stream');
    assert.match(
      headers['content-disposition'] ?? '',
      /^attachment;filename="[\x20-\x7e]+";filename\*=UTF-8''facture%20/,
    );
    const statuses = await Promise.all([
      here.flows(`flows/${json.flowId}?docType=Converted`),
      here.flows(`flows/${json.flowId}?docType=ReadableView`),
      here.flows(`flows/${json.flowId}?docType=Other`),
      here.flows(`flows/${json.flowId}`, { as: BUYER }),
      here.flows('flows/none'),
    ]);
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [404, 404, 400, 404, 404],
    );
  });

  test('getFlow: the readable view of a Factur-X file is the PDF', async () => {
    const here = trialHere();
    const file = await pdfWith('factur-x.xml', ciiOf(trialInvoice(), { inPdf: true }));
    const { json } = await here.deposit({ syntax: 'Factur-X', file });
    const { bytes } = await here.flows(`flows/${json.flowId}?docType=ReadableView`);
    assert.deepEqual(Buffer.from(bytes), Buffer.from(file));
  });

  test('createWebhook, listWebhooks, deleteWebhook: callbacks are signed, filtered, and those of another client unseen', async () => {
    const here = trialHere();
    const subscribe = (body: object, as = SELLER) => here.flows('webhooks', { method: 'POST', body, as });
    const all = (await subscribe({ callbackUrl: 'https://client.example/hook' })).json;
    await subscribe({
      callbackUrl: 'https://client.example/lc',
      flowTypes: ['CustomerInvoiceLC'],
      flowDirection: 'In',
    });
    await subscribe({ callbackUrl: 'https://buyer.example/', ackStatus: 'Ok' }, BUYER);
    const flowId = await here.invoice();
    here.pass(60);
    await here.platform.advance();
    const to = (url: string) => here.callbacks.filter((callback) => callback.url === url);
    // Deposit and acknowledgement come in two changes; five statuses follow.
    assert.equal(to('https://client.example/hook').length, 7);
    assert.equal(to('https://client.example/lc').length, 5);
    assert.deepEqual(
      to('https://buyer.example/').map(({ body }) => JSON.parse(body).flowType),
      ['SupplierInvoice'],
    );
    const [first] = to('https://client.example/hook');
    assert.ok(first);
    assert.equal(JSON.parse(first.body).flowId, flowId);
    const signed = `${first.body}@${first.headers['afnor-signature-timestamp']}`;
    const key = Buffer.from(all.signingKey, 'base64');
    assert.equal(key.length, 32);
    const expected = createHmac('sha256', key).update(createHash('sha256').update(signed).digest()).digest('base64');
    assert.equal(first.headers['afnor-signature'], expected);
    // A changed body has another signature.
    const other = createHash('sha256').update(`${signed} `).digest();
    assert.notEqual(createHmac('sha256', key).update(other).digest('base64'), expected);
    assert.equal((await here.flows('webhooks')).json.count, 2);
    const remove = (id: string, as = SELLER) => here.flows(`webhooks/${id}`, { method: 'DELETE', as });
    assert.equal((await remove(all.webhookId, BUYER)).status, 404);
    assert.equal((await remove('x')).status, 400);
    assert.equal((await remove(all.webhookId)).status, 204);
    assert.equal((await remove(all.webhookId)).status, 404);
    assert.equal((await here.flows('webhooks')).json.count, 1);
  });

  test('createWebhook: an address that is none gets 400, and the 21st webhook too', async () => {
    const here = trialHere();
    const subscribe = (body: object) => here.flows('webhooks', { method: 'POST', body });
    for (const callbackUrl of [undefined, 'client.example', 'ftp://client.example/', 'javascript:alert(1)'])
      assert.equal((await subscribe({ callbackUrl })).status, 400, callbackUrl);
    for (let n = 0; n < 20; n++) assert.equal((await subscribe({ callbackUrl: 'https://a.example/' })).status, 201);
    assert.equal((await subscribe({ callbackUrl: 'https://a.example/' })).json.errorCode, 'TOO_MANY_WEBHOOKS');
  });

  test('getHealth answers 200 without a token; all other operations 401', async () => {
    const here = trialHere();
    assert.equal((await here.flows('healthcheck', { as: null })).status, 200);
    assert.equal((await here.directory('healthcheck', { as: null })).status, 200);
    for (const path of [
      'flow-service/v1/webhooks',
      'flow-service/v1/flows/x',
      'directory-service/v1/siren/code-insee:1',
    ])
      assert.equal((await here.raw('GET', `/${path}`, { as: null })).status, 401);
    const forged = { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMDAwMDAwMDkifQ.' };
    assert.equal((await here.flows('webhooks', { as: null, headers: forged })).json.errorCode, 'INVALID_TOKEN');
    await here.token(SELLER);
    assert.equal((await here.flows('webhooks')).status, 200);
    here.pass(1_801);
    assert.equal((await here.flows('webhooks')).json.errorCode, 'EXPIRED_TOKEN');
  });

  test('the token endpoint accepts Basic and the form, and answers the errors of OAuth 2.0', async () => {
    const here = trialHere();
    const secret = `secret of trial-${SELLER}`;
    const ask = async (form: Record<string, string>, headers: Record<string, string> = {}, method = 'POST') => {
      const bytes = Buffer.from(new URLSearchParams(form).toString());
      const type = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
      const { status, json } = await here.raw(method, '/oauth2/token', { bytes, headers: type, as: null });
      return `${status} ${json.error ?? json.token_type}`;
    };
    const grant = { grant_type: 'client_credentials' };
    const basic = `Basic ${Buffer.from(`trial-${SELLER}:${encodeURIComponent(secret)}`).toString('base64')}`;
    assert.deepEqual(
      [
        await ask({ ...grant, client_id: `trial-${SELLER}`, client_secret: secret }),
        await ask(grant, { authorization: basic }),
        await ask({ ...grant, client_id: `trial-${SELLER}`, client_secret: 'wrong' }),
        await ask({ ...grant, client_id: 'constructor', client_secret: secret }),
        await ask(grant),
        await ask({ grant_type: 'password' }),
        await ask({}),
        await ask(grant, { 'content-type': 'application/json' }),
        await ask(grant, {}, 'PUT'),
      ],
      [
        ...['200 Bearer', '200 Bearer', '401 invalid_client', '401 invalid_client', '401 invalid_client'],
        ...['400 unsupported_grant_type', '400 invalid_request', '400 invalid_request', '405 invalid_request'],
      ],
    );
  });

  test('an unknown path gets 404, an unknown method 405, a broken one 400, and the request id comes back', async () => {
    const here = trialHere();
    const statuses = await Promise.all([
      here.raw('GET', '/flow-service/v2/flows'),
      here.raw('GET', '/flow-service/v1/other'),
      here.raw('GET', '/other'),
      here.raw('PATCH', '/flow-service/v1/webhooks'),
      here.raw('DELETE', '/directory-service/v1/siren/search'),
      here.raw('GET', '/flow-service/v1/flows/%E0%A4%A'),
      here.raw('GET', '/directory-service/v1/constructor/search'),
    ]);
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [404, 404, 404, 405, 405, 400, 404],
    );
    const { headers } = await here.flows('webhooks', { headers: { 'request-id': 'b5f1' } });
    assert.equal(headers['request-id'], 'b5f1');
  });

  test('all operations of the flow service were checked', () => {
    assert.equal([...checked].filter((name) => name.startsWith('flow-service')).length, 7);
  });

  test.skipIf(withoutOfficialFiles !== undefined)(
    `all answers fit the official file of the flow service${withoutOfficialFiles ? ` (skipped: ${withoutOfficialFiles})` : ''}`,
    () => assert.equal(withoutOfficialFiles, undefined),
  );
});
