import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Draft, draftFrom } from '../draft/draft.ts';
import { lineRequest } from '../draft/line.ts';
import { draftInvoice } from '../draft/test-drafts.ts';
import { changedOnServer, differences, inCopy, merged } from './differences.ts';

const base = draftFrom(
  draftInvoice({}, [
    { generatedId: 'a', designation: 'Plan', quantity: 1 },
    { generatedId: 'b', designation: 'Pose', quantity: 2 },
    { generatedId: 'c', designation: 'Lot', quantity: 3 },
  ]),
);
const withLine = (draft: Draft, key: string, change: object): Draft => ({
  ...draft,
  lines: draft.lines.map((line) => (line.key === key ? { ...line, ...change } : line)),
});

test('each differing field and cell is one choice; the side that changed it is preselected, this one if both did', () => {
  const here = withLine({ ...base, title: 'Accueil' }, 'b', { quantity: 5 });
  const there = withLine({ ...base, title: 'Vestiaire', paymentDelay: 'sixty_days' }, 'b', {
    quantity: 2,
    unitPrice: 900,
  });
  const found = differences({ base, here, there });
  assert.deepEqual(
    found.map(({ id, chosen }) => [id, chosen]),
    [
      ['title', 'here'],
      ['paymentDelay', 'there'],
      ['cell b quantity', 'here'],
      ['cell b unitPrice', 'there'],
    ],
  );
  const kept = merged({ base, here, there }, found, {});
  assert.deepEqual(
    [kept.title, kept.paymentDelay, kept.lines[1]?.quantity, kept.lines[1]?.unitPrice],
    ['Accueil', 'sixty_days', 5, 900],
  );
  const other = merged({ base, here, there }, found, { title: 'there', 'cell b quantity': 'there' });
  assert.deepEqual([other.title, other.lines[1]?.quantity], ['Vestiaire', 2]);
});

test('a line added by one side stays, one removed by a side is removed, unless the other side changed it', () => {
  const fresh = { ...(base.lines[0] as Draft['lines'][number]), key: 'n', designation: 'Neuve' };
  const here = { ...base, lines: [base.lines[0], fresh, base.lines[1], base.lines[2]] as Draft['lines'] };
  const there = withLine({ ...base, lines: base.lines.slice(1) }, 'c', { quantity: 9 });
  const versions = { base, here, there };
  const found = differences(versions);
  assert.deepEqual(
    merged(versions, found, {}).lines.map(({ key }) => key),
    ['n', 'b', 'c'],
  );
  assert.deepEqual(
    merged(versions, found, { 'line a': 'here', 'line n': 'there' }).lines.map(({ key }) => key),
    ['a', 'b', 'c'],
  );
  const changed = withLine(here, 'a', { quantity: 4 });
  const both = { base, here: changed, there };
  assert.deepEqual(
    merged(both, differences(both), {}).lines.map(({ key }) => key),
    ['a', 'n', 'b', 'c'],
  );
});

test('the order of the lines is one choice', () => {
  const there = { ...base, lines: [...base.lines].reverse() };
  const found = differences({ base, here: base, there });
  assert.deepEqual(found, [{ id: 'order', of: 'order', chosen: 'there' }]);
  assert.deepEqual(
    merged({ base, here: base, there }, found, {}).lines.map(({ key }) => key),
    ['c', 'b', 'a'],
  );
  assert.deepEqual(
    merged({ base, here: base, there }, found, { order: 'here' }).lines.map(({ key }) => key),
    ['a', 'b', 'c'],
  );
});

test('a new version without changed fields is not a conflict', () => {
  assert.equal(changedOnServer({ base, here: { ...base, title: 'Ici' }, there: { ...base } }), false);
  assert.equal(changedOnServer({ base, here: base, there: { ...base, headerNote: 'Merci' } }), true);
});

test('a copy keeps the text typed here, with the date of a copy unless a day was chosen here', () => {
  const copy = { ...base, emittedAt: base.emittedAt + 86_400 };
  const here = { ...base, title: 'Accueil' };
  const there = { ...base, title: 'Vestiaire' };
  const undated = inCopy({ base, here, there }, copy);
  assert.deepEqual([undated.title, undated.emittedAt], ['Accueil', copy.emittedAt]);
  const chosen = { ...here, emittedAt: base.emittedAt - 86_400 };
  assert.equal(inCopy({ base, here: chosen, there }, copy).emittedAt, base.emittedAt - 86_400);
});

test('a line keeps its section title as typed there, on one line and never blank; another title is a choice', () => {
  const [line] = base.lines as [Draft['lines'][number]];
  assert.equal(lineRequest({ ...line, section: ' Lot\u00071\u202e ' }).section, 'Lot 1');
  assert.equal('section' in lineRequest(line), false);
  const here = withLine(base, 'b', { section: 'Lot 1' });
  const there = withLine(base, 'b', { section: 'Lot 2' });
  const found = differences({ base, here, there });
  assert.deepEqual(
    found.map(({ id }) => id),
    ['section b'],
  );
  const kept = merged({ base, here, there }, found, { 'section b': 'there' });
  assert.deepEqual(
    kept.lines.map(({ section }) => section),
    [undefined, 'Lot 2', undefined],
  );
});

test('a renamed section of three lines is one choice, and its lines stay together whichever is kept', () => {
  const titled = (draft: Draft, section: string): Draft => ({
    ...draft,
    lines: draft.lines.map((line) => ({ ...line, section })),
  });
  const before = titled(base, 'Lot 1');
  const versions = { base: before, here: titled(base, 'Gros œuvre'), there: withLine(before, 'c', { quantity: 9 }) };
  const found = differences(versions);
  assert.deepEqual(
    found.map(({ id, chosen }) => [id, chosen]),
    [
      ['cell c quantity', 'there'],
      ['section a', 'here'],
    ],
  );
  const titles = (choice: object) => merged(versions, found, { ...choice }).lines.map(({ section }) => section);
  assert.deepEqual(titles({}), ['Gros œuvre', 'Gros œuvre', 'Gros œuvre']);
  assert.deepEqual(titles({ 'section a': 'there' }), ['Lot 1', 'Lot 1', 'Lot 1']);
  // Control: a line moved to a section of its own is a separate choice.
  const apart = { ...versions, here: withLine(versions.here, 'b', { section: 'Lot 2' }) };
  assert.deepEqual(
    differences(apart).flatMap((difference) => (difference.of === 'section' ? [difference.keys] : [])),
    [['a', 'c'], ['b']],
  );
});
