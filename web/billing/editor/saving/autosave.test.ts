import assert from 'node:assert/strict';
import { test } from 'vitest';
import { differences, inCopy, merged, type Versions } from '../conflict/differences.ts';
import { type Billing, type Draft, draftFrom, type Group } from '../draft/draft.ts';
import { changedLine, type DraftLine, type LineRequest, type SavedLine } from '../draft/line.ts';
import { draftInvoice } from '../draft/test-drafts.ts';
import { hasUnreadable } from '../fields/unreadable-input.ts';
import { type Outcome, saving, unsavedFields } from './autosave.ts';
import type { UnsavedDraft } from './unsaved-draft.ts';

/**
 * Fake service with one document and its own clock: it accepts, refuses, is unreachable, or has a
 * newer version.
 */
function stage(said: object = {}, lines: readonly Partial<SavedLine>[] = [{ generatedId: 'a' }], kept?: UnsavedDraft) {
  let document: Billing = draftInvoice(said, lines);
  let [version, now] = [1, 0];
  let timers: { at: number; then: () => void }[] = [];
  const asked: [string, object][] = [];
  const mind: { next?: Outcome['is'] | 'lost' | 'hold' | 'held refusal'; release?: () => void } = {};
  const store: { kept?: UnsavedDraft | undefined } = { kept };
  const apply = (body: Record<string, unknown>) => {
    const { lines: said, ...rest } = body as { lines?: LineRequest[] };
    const answered = said?.map((line) => ({ ...line, id: `i${version}`, discount: { amount: 0, mode: 'PERCENTAGE' } }));
    document = { ...document, ...rest, ...(answered && { lines: answered }) } as Billing;
    version++;
  };
  const saved = (): Outcome => ({ is: 'saved', document, version: String(version) });
  const dependencies = {
    async send(group: Group, body: object, seen: string): Promise<Outcome> {
      asked.push([group.operation, body]);
      const { next } = mind;
      delete mind.next;
      if (next === 'hold' || next === 'held refusal')
        await new Promise<void>((go) => Object.assign(mind, { release: go }));
      if (next === 'unreachable' || next === 'closed') return { is: next };
      if (next === 'refused' || next === 'held refusal')
        return { is: 'refused', problem: { code: 'line_amount_too_large', message: 'Trop' } };
      if (seen !== String(version)) return { is: 'stale' };
      apply(body as Record<string, unknown>);
      return next === 'lost' ? { is: 'unreachable' } : saved();
    },
    read: async () => saved(),
    now: () => now,
    after(ms: number, then: () => void) {
      const timer = { at: now + ms, then };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    keeping: {
      kept: () => store.kept,
      keep: (draft: UnsavedDraft) => Object.assign(store, { kept: draft }),
      forget: () => Object.assign(store, { kept: undefined }),
    },
  };
  const draft = saving(document, String(version), dependencies);
  const pass = async (ms: number) => {
    now += ms;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { then } of due) then();
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return {
    draft,
    pass,
    asked,
    mind,
    store,
    elsewhere: apply,
    timers: () => timers.length,
    title: () => document.title,
  };
}

test('typed changes are sent in one request within a second of the first keystroke', async () => {
  const { draft, pass, asked } = stage();
  for (const title of ['A', 'Au', 'Audit']) draft.edit('title', { title });
  assert.equal(draft.state().phase, 'waiting');
  await pass(599);
  assert.deepEqual(asked, []);
  await pass(1);
  assert.deepEqual(asked, [['update-billing-title', { title: 'Audit' }]]);
  assert.deepEqual([draft.state().phase, draft.state().savedAt, draft.state().version], ['saved', 600, '2']);
});

test('only one request is in flight: changes typed meanwhile stay on the screen and go with the next', async () => {
  const { draft, pass, asked, mind, title } = stage();
  draft.edit('title', { title: 'Au' });
  mind.next = 'hold';
  await pass(600);
  draft.edit('title', { title: 'Audit' });
  draft.edit('headerNote', { headerNote: 'Merci' });
  await pass(5_000);
  assert.equal(asked.length, 1);
  mind.release?.();
  await pass(0);
  assert.equal(draft.state().draft.title, 'Audit');
  assert.deepEqual(
    asked.map(([operation]) => operation),
    ['update-billing-title', 'update-billing-title', 'update-invoice-general-informations'],
  );
  assert.equal(title(), 'Audit');
});

test('offline changes are stored locally, retried, and saved once the connection is back', async () => {
  const { draft, pass, asked, mind, store, title } = stage();
  draft.edit('title', { title: 'Hors ligne' });
  mind.next = 'unreachable';
  await pass(600);
  assert.deepEqual([draft.state().phase, store.kept?.draft.title], ['offline', 'Hors ligne']);
  draft.edit('title', { title: 'Hors ligne, encore' });
  assert.equal(store.kept?.draft.title, 'Hors ligne, encore');
  mind.next = 'unreachable';
  await pass(1_000);
  await pass(2_000);
  assert.deepEqual(
    [asked.length, draft.state().phase, store.kept, title()],
    [3, 'saved', undefined, 'Hors ligne, encore'],
  );
});

test('a lost answer does not count as a change by another person', async () => {
  const { draft, pass, mind, title } = stage();
  draft.edit('title', { title: 'Un' });
  mind.next = 'lost';
  await pass(600);
  draft.edit('title', { title: 'Deux' });
  await pass(1_000);
  assert.deepEqual([draft.state().phase, title()], ['saved', 'Deux']);
});

test('changes typed before the page was closed are restored, and saved once the screen is shown', async () => {
  const before = stage();
  before.draft.edit('title', { title: 'Avant de fermer' });
  const { draft, pass, title, store } = stage({}, undefined, before.store.kept);
  assert.deepEqual([draft.state().draft.title, draft.state().restored], ['Avant de fermer', true]);
  await pass(5_000);
  const kept = store.kept?.draft.title;
  assert.deepEqual(
    [title(), kept],
    ['Objet', 'Avant de fermer'],
    'a screen that was begun and never shown saves nothing',
  );
  draft.open();
  await pass(0);
  assert.deepEqual([draft.state().phase, title(), store.kept], ['saved', 'Avant de fermer', undefined]);
});

test('a conflicting change stops autosave and shows both versions; the choice is saved on top of the other one', async () => {
  const { draft, pass, asked, elsewhere, store, title } = stage();
  elsewhere({ title: 'Ailleurs', customerOrderNumber: 'PO-1' });
  draft.edit('title', { title: 'Ici' });
  await pass(600);
  const { conflict, phase } = draft.state();
  assert.deepEqual(
    [phase, conflict?.there.title, conflict?.here.title, store.kept?.draft.title],
    ['conflict', 'Ailleurs', 'Ici', 'Ici'],
  );
  draft.edit('title', { title: 'Ignoré' });
  await pass(9_000);
  assert.equal(asked.length, 1);
  if (!conflict) throw new Error('no conflict');
  draft.settle(merged(conflict, differences(conflict), {}));
  await pass(0);
  assert.deepEqual([title(), draft.state().draft.orderNumber, draft.state().phase], ['Ici', 'PO-1', 'saved']);
});

test('a new version without changed fields is adopted silently', async () => {
  const { draft, pass, elsewhere, title } = stage();
  elsewhere({ updatedAt: 1 });
  draft.edit('title', { title: 'Ici' });
  await pass(600);
  assert.deepEqual([draft.state().phase, title()], ['saved', 'Ici']);
});

test('a refused change is reported once, stays on the screen, and is sent again when it changes', async () => {
  const { draft, pass, asked, mind, store } = stage();
  const line = draft.state().draft.lines[0] as Draft['lines'][number];
  draft.edit('line', { lines: [{ ...line, quantity: 1e8 }] });
  mind.next = 'refused';
  await pass(600);
  assert.deepEqual(Object.keys(draft.state().refused), ['update-billing-lines']);
  draft.edit('title', { title: 'Autre' });
  await pass(600);
  assert.equal(asked.length, 2);
  assert.equal(store.kept?.draft.lines[0]?.quantity, 1e8);
  assert.equal(await draft.saveNow(), false);
  draft.edit('line', { lines: [{ ...line, quantity: 2 }] });
  await pass(600);
  assert.deepEqual([draft.state().refused, draft.state().draft.lines[0]?.quantity, store.kept], [{}, 2, undefined]);
});

test('a refused change that is taken back, before or after the refusal, leaves nothing refused', async () => {
  const { draft, pass, asked, mind } = stage({ title: 'Audit' });
  mind.next = 'refused';
  draft.edit('title', { title: 'Trop' });
  await pass(600);
  assert.deepEqual(Object.keys(draft.state().refused), ['update-billing-title']);
  draft.edit('title', { title: 'Audit' });
  assert.deepEqual(draft.state().refused, {});
  await pass(600);
  assert.deepEqual([draft.state().phase, asked.length], ['saved', 1]);

  mind.next = 'held refusal';
  draft.edit('title', { title: 'Encore trop' });
  await pass(600);
  draft.edit('title', { title: 'Audit' });
  mind.release?.();
  await pass(600);
  assert.deepEqual([draft.state().refused, draft.state().phase, asked.length], [{}, 'saved', 2]);
});

test('a line without text stays in place on the screen and is not sent; its neighbours are', async () => {
  const { draft, pass, asked } = stage();
  const line = draft.state().draft.lines[0] as Draft['lines'][number];
  const empty = { key: 'e', designation: '', unitPrice: 500, vatCode: 'FR_2000', taxIncluded: false } as const;
  draft.edit('lines', { lines: [{ ...line, quantity: 3 }, empty, { ...line, key: 'z' }] });
  await pass(600);
  const [, body] = asked[0] ?? [];
  assert.deepEqual(
    (body as { lines: LineRequest[] }).lines.map(({ generatedId }) => generatedId),
    ['a', 'z'],
  );
  assert.deepEqual(
    draft.state().draft.lines.map(({ key }) => key),
    ['a', 'e', 'z'],
  );
  assert.deepEqual(unsavedFields(draft.state()), []);
});

test('undo and redo are edits like others, and are saved', async () => {
  const { draft, pass, title } = stage();
  draft.edit('title', { title: 'Nouveau' });
  await pass(600);
  draft.undo();
  await pass(600);
  assert.equal(title(), 'Objet');
  draft.redo();
  assert.equal(await draft.saveNow(), true);
  assert.equal(title(), 'Nouveau');
});

test('nothing is sent for a document finalized elsewhere, and nothing is retried after the page is left', async () => {
  const { draft, pass, asked, mind, timers } = stage();
  draft.edit('title', { title: 'Trop tard' });
  mind.next = 'closed';
  await pass(600);
  assert.equal(draft.state().phase, 'closed');
  draft.edit('title', { title: 'Encore' });
  await pass(9_000);
  assert.equal(asked.length, 1);
  const other = stage();
  other.draft.edit('title', { title: 'Parti' });
  other.draft.stop();
  assert.equal(other.timers(), 0);
  assert.equal(timers(), 0);
});

test('a missing price is stored as zero by the service, and stays empty on the screen', async () => {
  const { draft, pass } = stage();
  const line = draft.state().draft.lines[0] as Draft['lines'][number];
  draft.edit('lines', { lines: [line, { ...line, key: 'n', unitPrice: undefined }] });
  await pass(600);
  assert.deepEqual(
    [draft.state().draft.lines.map(({ unitPrice }) => unitPrice), unsavedFields(draft.state())],
    [[60_000, undefined], []],
  );
});

test('payment terms can change without a day of issue: they do not set one, and a chosen day is sent', async () => {
  const { draft, pass, asked } = stage();
  const { emittedAt } = draft.state().draft;
  draft.edit('paymentDelay', { paymentDelay: 'sixty_days' });
  await pass(600);
  draft.edit('emittedAt', { emittedAt: emittedAt + 86_400 });
  await pass(600);
  const said = asked.map(([operation, body]) => [operation, (body as { emittedAt?: unknown }).emittedAt]);
  assert.deepEqual(said, [
    ['update-invoice-timeline', null],
    ['update-invoice-timeline', emittedAt + 86_400],
  ]);
});

test('an unedited address stays linked to the customer; an edited one is sent completely', async () => {
  const { draft, pass, asked } = stage({ displayDeliveryAddress: false });
  draft.edit('displayDeliveryAddress', { displayDeliveryAddress: true });
  await pass(600);
  const elsewhere = { line1: '3 quai de la Loire', city: 'Nantes', zipCode: '44000', country: 'FR' } as const;
  draft.edit('delivery line1', { deliveryAddress: elsewhere });
  await pass(600);
  assert.deepEqual(asked.slice(0, 2), [
    ['update-billing-delivery-address', { displayDeliveryAddress: true, deliveryAddress: null }],
    ['update-billing-delivery-address', { displayDeliveryAddress: true, deliveryAddress: elsewhere }],
  ]);
});

test('of 200 returned lines, one changed line is a new object and 199 stay the same', async () => {
  const lines = Array.from({ length: 200 }, (_, at) => ({ generatedId: `l${at}`, designation: `Ligne ${at}` }));
  const { draft, pass } = stage({}, lines);
  const before = draft.state().draft.lines;
  draft.edit('line', { lines: before.map((line) => (line.key === 'l7' ? { ...line, quantity: 3 } : line)) });
  await pass(600);
  const after = draft.state().draft.lines;
  assert.equal(after[7]?.quantity, 3);
  assert.equal(after.filter((line, at) => line === before[at]).length, 199);
});

test('an unreadable text is never sent and is stored locally, and everything else is saved', async () => {
  const { draft, pass, asked, store } = stage();
  const line = draft.state().draft.lines[0] as Draft['lines'][number];
  const put = (what: string, change: Parameters<typeof changedLine>[1]) =>
    draft.edit(what, { lines: [changedLine(draft.state().draft.lines[0] ?? line, change)] });
  put('price', { unitPrice: 100, unread: { unitPrice: undefined } });
  await pass(600);
  put('price', { unitPrice: line.unitPrice, unread: { unitPrice: '1O00' } });
  draft.edit('discount', { unread: { discount: '1O' } });
  draft.edit('title', { title: 'Autre' });
  await pass(600);
  // The first readable keystroke was saved and is undone with the rest.
  const prices = asked.flatMap(([, body]) => ('lines' in body ? (body.lines as LineRequest[])[0]?.unitPrice : []));
  assert.deepEqual(prices, [100, line.unitPrice]);
  assert.doesNotMatch(JSON.stringify(asked), /1O|unread/);
  const { document } = draft.state();
  assert.equal(await draft.saveNow(), false);
  assert.deepEqual(
    [draft.state().draft.lines[0]?.unread, draft.state().draft.unread],
    [{ unitPrice: '1O00' }, { discount: '1O' }],
  );
  // After a reload, with the document changed elsewhere: the texts are restored on the current
  // document.
  const again = stage({ ...document, title: 'Ailleurs' }, [{ generatedId: 'a' }], store.kept);
  const { draft: restored, phase } = again.draft.state();
  assert.deepEqual(
    [restored.title, restored.lines[0]?.unread, restored.unread, phase],
    ['Ailleurs', { unitPrice: '1O00' }, { discount: '1O' }, 'saved'],
  );
  again.draft.edit('price', { lines: [changedLine(restored.lines[0] ?? line, { unitPrice: 100_000 })] });
  again.draft.edit('discount', { discount: null, unread: {} });
  assert.equal(await again.draft.saveNow(), true);
  assert.equal(again.store.kept, undefined);
});

test('when both versions are kept, the copy has the unreadable texts, also once saved, and this document has none', async () => {
  const { draft, pass, elsewhere } = stage();
  const [line] = draft.state().draft.lines;
  draft.edit('title', { title: 'Ici', unread: { discount: '1O' } });
  draft.edit('price', { lines: [changedLine(line as DraftLine, { unread: { unitPrice: '1O00' } })] });
  elsewhere({ title: 'Là-bas' });
  await pass(600);
  const versions = draft.state().conflict as Versions;
  const copied = [{ generatedId: 'copy' }];
  const base = draftFrom(draftInvoice({}, copied));
  const kept = { version: '1', base, draft: inCopy(versions, base) };
  draft.settle(versions.there);
  await pass(0);
  assert.deepEqual([draft.state().phase, hasUnreadable(draft.state().draft)], ['saved', false]);

  const copy = stage({}, copied, JSON.parse(JSON.stringify(kept)) as UnsavedDraft);
  const stop = copy.draft.open();
  const isThere = () => {
    const { title, lines, unread } = copy.draft.state().draft;
    assert.deepEqual(
      [title, lines.map((each) => each.unread), unread],
      ['Ici', [{ unitPrice: '1O00' }], { discount: '1O' }],
    );
  };
  isThere();
  await copy.pass(0);
  assert.equal(copy.draft.state().phase, 'saved');
  isThere();
  stop();
});
