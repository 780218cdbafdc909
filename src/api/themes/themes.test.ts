import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, test } from 'vitest';
import { type Books, booksOf, headersOf, operationNamed } from '../../../test/support/documents/example-books.ts';
import { COMPANY } from '../../../test/support/service/company.ts';
import { type TestService, testService } from '../../../test/support/service/in-process-service.ts';
import { THEMES_MAX } from '../../domain/themes/design.ts';
import { LOGO_PIXELS_MAX } from '../../domain/themes/logo.ts';
import { LOGO_BYTES_MAX } from '../../domain/themes/theme.ts';
import { themes } from '../../domain/themes/themes.ts';
import { ConcurrencyLimitError } from '../../limits/concurrency-limiter.ts';
import { runOperation } from '../../pipeline/run-operation.ts';

// Themes of an account: built-in designs, its own, and their assignment to document kinds.

let service: TestService;
let books: Books;
let customer: string;
beforeAll(async () => {
  service = await testService();
  books = booksOf(service);
  await books.company(COMPANY);
  customer = await books.contact();
});
afterAll(() => service.close());

const UNKNOWN_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

const theme = (said: object = {}) => books.done('create-theme', undefined, { name: 'Atelier', ...said });
const assign = (said: object) => books.done('update-theme-assignments', undefined, said);
const withId = (name: string, id: string, body: object = {}, caller = service.live) =>
  service.call(operationNamed(name), { caller, path: { id }, body });

/** The hash of the PDF a document is currently rendered to. */
async function printed(id: string): Promise<string> {
  const answer = await service.call('download-billing', { path: { id } });
  assert.ok(answer.file, JSON.stringify(answer));
  return createHash('sha256').update(answer.file.bytes).digest('hex');
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}
/** A valid single-colour grey PNG. */
function png(width: number, height: number): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])]);
  const sign = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const rows = deflateSync(Buffer.alloc((width + 1) * height));
  return Buffer.concat([sign, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
/**
 * A JPEG of eight by eight grey pixels: one table of each kind, one code in each, a scan of one
 * byte.
 */
const JPG = Buffer.from(
  `ffd8 ffdb004300${'01'.repeat(64)} ffc0000b080008000801011100 ffc400140001${'00'.repeat(16)}
   ffc400141001${'00'.repeat(16)} ffda0008010100003f00 3f ffd9`.replace(/\s/g, ''),
  'hex',
);
const logo = (bytes: Buffer, said: object = {}) => ({
  logo: { format: 'png', base64: bytes.toString('base64'), widthMm: 40, ...said },
});

test('a new account has the built-in themes; its own themes are listed after them', async () => {
  const { docs } = await books.done('list-themes');
  assert.deepEqual(
    docs.map(({ id, isBuiltIn }: Record<string, unknown>) => [id, isBuiltIn]),
    ['ardoise', 'plume', 'registre', 'marge', 'encre'].map((id) => [id, true]),
  );
  const own = await theme({ name: 'Atelier du Rhône' });
  const after = (await books.done('list-themes')).docs;
  assert.deepEqual(after.at(-1), own);
  assert.equal(after.length, 6);
  assert.deepEqual(await books.done('get-theme', own.id), own);
  assert.deepEqual((await books.done('get-theme', 'plume')).colours, themes.plume.colours);
});

test('members a theme does not set come from its base theme', async () => {
  const own = await theme({ basedOn: 'plume', colours: { accent: '#1D4E2F' }, columns: { position: true }, size: 9.5 });
  const { id: _, ...plume } = themes.plume;
  assert.deepEqual(own, {
    ...{ ...plume, id: own.id, name: 'Atelier', isBuiltIn: false, basedOn: 'plume', size: 9.5, defaultFor: [] },
    colours: { ...plume.colours, accent: '#1d4e2f' },
    columns: { ...plume.columns, position: true },
    ...{ createdAt: service.clock.now, updatedAt: service.clock.now },
  });
  assert.equal((await theme()).basedOn, 'ardoise');
});

test('an update leaves omitted members unchanged; built-in themes cannot be changed', async () => {
  const own = await theme({ basedOn: 'marge' });
  const changed = await books.done('update-theme', own.id, { typeface: 'Inter', colours: { ink: '#000000' } });
  assert.deepEqual(changed, { ...own, typeface: 'Inter', colours: { ...own.colours, ink: '#000000' } });
  assert.equal((await withId('update-theme', 'plume', { size: 9 })).refused, 'theme_is_built_in');
  assert.equal((await withId('delete-theme', 'plume')).refused, 'theme_is_built_in');
});

test('a duplicate copies the theme, under a new name if one is given', async () => {
  const own = await theme({ basedOn: 'encre', density: 'airy', ...logo(png(120, 40)) });
  const copy = await books.done('duplicate-theme', own.id, { name: 'Copie' });
  assert.deepEqual({ ...copy, id: own.id, name: own.name }, own);
  assert.notEqual(copy.id, own.id);
  const ofService = await books.done('duplicate-theme', 'registre');
  assert.deepEqual(
    [ofService.name, ofService.isBuiltIn, ofService.basedOn, ofService.structure],
    ['Registre', false, 'registre', 'ledger'],
  );
});

test('a duplicate can be changed on creation; if the change is invalid, no duplicate is created', async () => {
  const mine = await books.done('duplicate-theme', 'registre', {
    name: 'Vert',
    size: 9.5,
    colours: { accent: '#1d4e2f' },
  });
  assert.deepEqual([mine.name, mine.size, mine.colours.accent, mine.structure], ['Vert', 9.5, '#1d4e2f', 'ledger']);
  const many = async () => (await books.done('list-themes')).docs.length;
  const before = await many();
  const pale = await withId('duplicate-theme', 'registre', { colours: { muted: '#bbbbbb' } });
  assert.equal(pale.refused, 'theme_contrast_too_low');
  assert.equal(await many(), before);
});

test('colours with too little contrast are refused, with each pair and the reason', async () => {
  const body = { name: 'Pâle', colours: { muted: '#888888' } };
  const refused = await service.call('create-theme', { body });
  const { text, on, contrast, least } = refused as unknown as Record<string, unknown>;
  assert.deepEqual(
    [refused.refused, text, on, contrast, least],
    ['theme_contrast_too_low', 'muted', 'paper', 3.54, 4.5],
  );
  // #767676 has contrast 4.54 on white and 4.19 on the surface of Ardoise: both are checked.
  assert.equal(
    (await service.call('create-theme', { body: { ...body, colours: { muted: '#767676' } } })).refused,
    'theme_contrast_too_low',
  );
  await theme({ colours: { muted: '#767676', surface: '#ffffff' } });
  const own = await theme();
  assert.equal(
    (await withId('update-theme', own.id, { colours: { onAccent: '#1f3a4d' } })).refused,
    'theme_contrast_too_low',
  );
  assert.deepEqual(await books.done('get-theme', own.id), own);
});

test('a logo is stored and printed, omitted from lists, and removed with null', async () => {
  const bytes = png(600, 200);
  const own = await theme(logo(bytes));
  assert.deepEqual(own.logo, { format: 'png', widthMm: 40, base64: bytes.toString('base64') });
  const listed = (await books.done('list-themes')).docs.find(({ id }: { id: string }) => id === own.id);
  assert.deepEqual(listed.logo, { format: 'png', widthMm: 40 });

  const draft = await books.invoice(customer);
  await books.done('update-billing-theme', draft.id, { themeId: own.id });
  const withLogo = await printed(draft.id);
  const without = await books.done('update-theme', own.id, { logo: null });
  assert.ok(!('logo' in without));
  assert.notEqual(await printed(draft.id), withLogo);
  const again = await books.done('update-theme', own.id, logo(bytes));
  assert.deepEqual(again, own);
  assert.equal(await printed(draft.id), withLogo);
});

test('a JPEG is accepted as a logo, but not declared as PNG or in an unsupported coding', async () => {
  const jpg = (bytes: Buffer) => ({ name: 'Logo', ...logo(bytes, { format: 'jpg', widthMm: 20 }) });
  assert.equal((await theme(jpg(JPG))).logo.base64, JPG.toString('base64'));
  assert.equal(await books.refusal('create-theme', undefined, { name: 'Logo', ...logo(JPG) }), 'theme_logo_unusable');
  // C9 marks an arithmetic-coded scan: a valid JPEG with its size.
  const arithmetic = Buffer.from(JPG.toString('hex').replace('ffc0000b', 'ffc9000b'), 'hex');
  assert.equal(await books.refusal('create-theme', undefined, jpg(arithmetic)), 'theme_logo_unusable');
});

test('a logo is at most 40 mm high at its printed width', async () => {
  const high = png(60, 120);
  assert.equal((await theme(logo(high, { widthMm: 20 }))).logo.widthMm, 20);
  const refused = await service.call('create-theme', { body: { name: 'Haut', ...logo(high, { widthMm: 20.1 }) } });
  assert.deepEqual([refused.refused, 'reason' in refused && refused.reason], ['theme_logo_unusable', 'height']);
});

test('an unprintable logo is refused: other bytes, truncated, too many bytes, too many pixels', async () => {
  const create = (said: object) => service.call('create-theme', { body: { name: 'Logo', ...said } });
  const own = await theme();
  const sound = png(600, 200);
  for (const bytes of [
    Buffer.from('<svg/>'),
    Buffer.alloc(0),
    sound.subarray(0, sound.length / 2),
    Buffer.from(sound).fill(7, 60, 80),
  ]) {
    assert.equal((await create(logo(bytes))).refused, 'theme_logo_unusable');
    assert.equal((await withId('update-theme', own.id, logo(bytes))).refused, 'theme_logo_unusable');
  }
  assert.equal((await create(logo(sound, { format: 'jpg' }))).refused, 'theme_logo_unusable');
  // Four million pixels of one grey take a few kilobytes: the limit applies to the decoded size.
  const large = png(2_001, 2_000);
  assert.ok(large.length < 20_000 && 2_001 * 2_000 > LOGO_PIXELS_MAX);
  const refused = await create(logo(large));
  assert.deepEqual([refused.refused, 'reason' in refused && refused.reason], ['theme_logo_unusable', 'pixels']);
  const heavy = Buffer.concat([sound, Buffer.alloc(LOGO_BYTES_MAX + 1 - sound.length)]);
  assert.equal((await create(logo(heavy))).refused, 'theme_logo_too_large');
  assert.equal((await create(logo(sound, { widthMm: 61 }))).refused, 'input_invalid');
  assert.deepEqual(await books.done('get-theme', own.id), own);
});

test('a logo is tested outside the transaction, and changes made in the meantime are detected', async () => {
  const before = (await books.done('list-themes')).docs.length;
  const once = { body: { name: 'Une fois', ...logo(png(300, 100)) }, idempotencyKey: 'une-fois' };
  const made = await Promise.all([1, 2].map(() => service.call('create-theme', once)));
  const ids = made.flatMap((answer) => (answer.refused === undefined ? answer.json.id : []));
  assert.equal(new Set(ids).size, 1);
  assert.ok(made.every(({ refused }) => refused === undefined || refused === 'idempotency_key_in_flight'));
  assert.equal((await books.done('list-themes')).docs.length, before + 1);

  const own = await theme();
  const renderPdf: typeof service.services.environment.printer.renderPdf = async (job) => {
    await withId('delete-theme', own.id);
    return service.services.environment.printer.renderPdf(job);
  };
  const printer = { ...service.services.environment.printer, renderPdf };
  const services = { ...service.services, environment: { ...service.services.environment, printer } };
  const parts = { path: { id: own.id }, query: {}, body: logo(png(300, 100)) };
  const late = await runOperation(services, operationNamed('update-theme'), service.live, { parts, language: 'en' });
  assert.equal('refused' in late && late.refused, 'theme_not_found');
});

test('a busy printer does not make a logo invalid', async () => {
  const printer = {
    ...service.services.environment.printer,
    renderPdf: () => Promise.reject(new ConcurrencyLimitError('prints', 'time')),
  };
  const services = { ...service.services, environment: { ...service.services.environment, printer } };
  const parts = { path: {}, query: {}, body: { name: 'Logo', ...logo(png(300, 100)) } };
  const asked = runOperation(services, operationNamed('create-theme'), service.live, { parts, language: 'en' });
  await assert.rejects(asked, { reason: 'time' });
});

test('a document kind is printed in its assigned theme; the theme of a draft takes precedence', async () => {
  const [invoice, estimate] = [await books.invoice(customer), await books.estimate(customer)];
  const plain = { invoice: await printed(invoice.id), estimate: await printed(estimate.id) };
  const own = await theme({ basedOn: 'registre' });
  const none = { invoice: null, advance: null, asset: null, estimate: null, purchase_order: null };
  assert.deepEqual(await assign({ invoice: own.id, advance: 'encre' }), { ...none, invoice: own.id, advance: 'encre' });
  assert.deepEqual((await books.done('get-theme', own.id)).defaultFor, ['invoice']);
  const assigned = await printed(invoice.id);
  assert.notEqual(assigned, plain.invoice);
  assert.equal(await printed(estimate.id), plain.estimate);

  const themed = await books.done('update-billing-theme', invoice.id, { themeId: 'plume' });
  assert.equal(themed.themeId, 'plume');
  assert.ok(!('themeId' in invoice));
  assert.equal(new Set([plain.invoice, assigned, await printed(invoice.id)]).size, 3);
  const back = await books.done('update-billing-theme', invoice.id, { themeId: null });
  assert.ok(!('themeId' in back));
  assert.equal(await printed(invoice.id), assigned);
  assert.deepEqual(await assign({ invoice: null, advance: null }), none);
  assert.equal(await printed(invoice.id), plain.invoice);
});

test('if a theme is deleted, its kinds use the built-in theme and its drafts the theme of their kind', async () => {
  const [one, other] = [await books.invoice(customer), await books.invoice(customer)];
  const plain = [await printed(one.id), await printed(other.id)];
  const own = await theme({ basedOn: 'marge' });
  await books.done('update-billing-theme', one.id, { themeId: own.id });
  await assign({ invoice: own.id });
  const themed = [await printed(one.id), await printed(other.id)];
  assert.ok(themed.every((hash, place) => hash !== plain[place]));

  assert.equal((await withId('delete-theme', own.id)).refused, undefined);
  assert.equal((await withId('get-theme', own.id)).refused, 'theme_not_found');
  assert.deepEqual([await printed(one.id), await printed(other.id)], plain);
  assert.equal((await assign({})).invoice, null);
});

test('a finalized document keeps its theme and its rendered PDF', async () => {
  const own = await theme({ basedOn: 'plume' });
  const draft = await books.invoice(customer);
  await books.done('update-billing-theme', draft.id, { themeId: own.id });
  const { id, themeId } = await books.finalized(draft);
  assert.equal(themeId, own.id);
  const rendered = await printed(id);
  const refused = await withId('update-billing-theme', id, { themeId: 'encre' });
  assert.equal(refused.refused, 'document_is_finalized');
  await books.done('update-theme', own.id, { structure: 'plain', typeface: 'Inter' });
  assert.equal(await printed(id), rendered);
  await withId('delete-theme', own.id);
  assert.equal(await printed(id), rendered);
});

test('an unknown theme or one of another account is refused wherever a theme is named', async () => {
  const { live } = await service.newAccount('Otto Fremd');
  const foreign = await booksOf(service, live).done('create-theme', undefined, { name: 'Fremd' });
  const draft = await books.invoice(customer);
  for (const id of [UNKNOWN_ID, foreign.id, 'sepia', 'constructor']) {
    for (const name of ['get-theme', 'update-theme', 'delete-theme', 'duplicate-theme'])
      assert.equal((await withId(name, id)).refused, 'theme_not_found', `${name} ${id}`);
    assert.equal((await withId('update-billing-theme', draft.id, { themeId: id })).refused, 'theme_not_found');
    const body = { estimate: 'encre', invoice: id };
    assert.equal((await service.call('update-theme-assignments', { body })).refused, 'theme_not_found');
  }
  assert.equal((await assign({})).estimate, null);
  assert.equal((await withId('get-theme', foreign.id, {}, live)).refused, undefined);
});

test('a test key can see themes and assign them to its drafts, but not change them', async () => {
  const own = await theme({ basedOn: 'encre' });
  const tests = booksOf(service, service.test);
  assert.deepEqual(await tests.done('get-theme', own.id), own);
  const draft = await tests.invoice(await tests.contact());
  assert.equal((await tests.done('update-billing-theme', draft.id, { themeId: own.id })).themeId, own.id);
  for (const name of ['update-theme', 'delete-theme', 'duplicate-theme'])
    assert.equal((await withId(name, own.id, {}, service.test)).refused, 'live_key_needed', name);
  assert.equal(await tests.refusal('create-theme', undefined, { name: 'Essai' }), 'live_key_needed');
  assert.equal(await tests.refusal('update-theme-assignments', undefined, { invoice: own.id }), 'live_key_needed');
  assert.deepEqual(await books.done('get-theme', own.id), own);
});

test('a key without account:admin can assign themes to documents, but not create them', async () => {
  const clerk = { ...service.live, scopes: ['billing:write'] as const };
  const draft = await books.invoice(customer);
  assert.equal((await withId('update-billing-theme', draft.id, { themeId: 'marge' }, clerk)).json.themeId, 'marge');
  assert.equal((await withId('get-theme', 'marge', {}, clerk)).refused, undefined);
  assert.equal((await withId('duplicate-theme', 'marge', {}, clerk)).refused, 'scope_missing');
});

test('If-Match also protects the theme of a draft', async () => {
  const draft = await books.invoice(customer);
  const { etag } = headersOf(await withId('get-invoice', draft.id));
  const choose = (themeId: string) =>
    service.call('update-billing-theme', { path: { id: draft.id }, body: { themeId }, ifMatch: String(etag) });
  assert.equal((await choose('plume')).refused, undefined);
  assert.equal((await choose('encre')).refused, 'version_stale');
});

test('a final invoice starts with the theme of its estimate', async () => {
  const draft = await books.estimate(customer);
  await books.done('update-billing-theme', draft.id, { themeId: 'registre' });
  const { id } = await books.finalized(draft);
  await books.done('sign-estimate', id);
  assert.equal((await books.done('create-final-invoice', id)).themeId, 'registre');
});

test('an account has at most 50 themes of its own', async () => {
  const { live } = await service.newAccount('Vincent Beaucoup');
  const many = booksOf(service, live);
  for (let made = 0; made < THEMES_MAX; made++) await many.done('create-theme', undefined, { name: `Thème ${made}` });
  assert.equal(await many.refusal('create-theme', undefined, { name: 'Un de trop' }), 'too_many_themes');
  assert.equal(await many.refusal('duplicate-theme', 'plume'), 'too_many_themes');
  const [, , , , , first] = (await many.done('list-themes')).docs;
  await many.done('delete-theme', first.id);
  await many.done('create-theme', undefined, { name: 'À sa place' });
});

test('preview-theme renders a sample invoice in a saved or edited theme and stores nothing', async () => {
  const own = await theme({ name: 'Essai', basedOn: 'plume' });
  const drawn = async (body: object, id: string = own.id, said: object = {}) => {
    const answer = await service.call('preview-theme', { path: { id }, body, ...said });
    assert.equal(answer.file?.mediaType, 'image/svg+xml', JSON.stringify(answer));
    return answer.file.bytes.toString();
  };
  const asItIs = await drawn({});
  assert.match(asItIs, /#7a1f33/);
  const green = await drawn({ colours: { accent: '#1d4e2f' }, ...logo(png(120, 40)) });
  assert.match(green, /#1d4e2f/);
  assert.doesNotMatch(green, /#7a1f33/);
  assert.match(green, /<image/);
  assert.doesNotMatch(asItIs, /<image/);
  assert.deepEqual((await books.done('get-theme', own.id)).colours, own.colours);
  // Built-in themes can be previewed too. The idempotency key can be reused, because a preview
  // stores nothing.
  assert.match(await drawn({}, 'marge', { idempotencyKey: 'apercu' }), /#4338a8/);
  assert.match(await drawn({}, 'marge', { idempotencyKey: 'apercu' }), /#4338a8/);

  const refused = async (body: object, id: string = own.id) =>
    (await service.call('preview-theme', { path: { id }, body })).refused;
  assert.equal(await refused({ colours: { muted: '#888888' } }), 'theme_contrast_too_low');
  assert.equal(await refused(logo(Buffer.from('no picture'))), 'theme_logo_unusable');
  assert.equal(await refused({}, UNKNOWN_ID), 'theme_not_found');
});
