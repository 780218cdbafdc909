import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { copiedTree, namedByCompiler } from '../support/source/copied-tree.ts';
import { COMPILED, NAMED_IN_QUICK_FOLDERS, QUICK_FOLDERS, withContents, withMoreKinds } from './additional-kind.ts';

// The short form of `npm run kind-check`, for the folders that compile within a second.

let tree: Awaited<ReturnType<typeof copiedTree>>;
beforeAll(async () => {
  tree = await copiedTree(COMPILED);
});
afterAll(() => tree.remove());

test('control: the compiler finds nothing in a tree without new kinds', async () => {
  assert.deepEqual(await namedByCompiler(tree.folder, QUICK_FOLDERS), []);
  await withMoreKinds(tree.folder);
});

test('a document kind without content does not compile', async () => {
  const named = await namedByCompiler(tree.folder, ['src/domain/billing/document/document.ts']);
  assert.ok(named.includes('src/domain/billing/document/document.ts'), named.join());
});

test('with its content defined, the compiler names every place that must handle a sixth kind, and no other', async () => {
  await withContents(tree.folder);
  assert.deepEqual(await namedByCompiler(tree.folder, QUICK_FOLDERS), NAMED_IN_QUICK_FOLDERS);
});
