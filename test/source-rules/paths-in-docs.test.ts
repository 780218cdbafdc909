import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'vitest';

// Folders, files and links named in documents must exist. Move a file, and update the documents
// that name it.

const PLACE = /`((?:src|test|migrations|bootstrap|bench|docs|deploy|examples|integrations)\/[\w\-./]+)`/g;
const LINK = /\]\(([^)#\s:]+)\)/g;
const documents = globSync(['*.md', 'docs/**/*.md']).filter((path) => path !== 'CHANGELOG.md');

const missingIn = (path: string, text: string): string[] => [
  ...[...text.matchAll(PLACE)].map(([, place]) => place as string).filter((place) => !existsSync(place)),
  ...[...text.matchAll(LINK)]
    .map(([, link]) => normalize(join(dirname(path), link as string)))
    .filter((place) => !existsSync(place)),
];

test('every folder, file and link in a document exists', () => {
  const missing = documents.flatMap((path) =>
    missingIn(path, readFileSync(path, 'utf8')).map((place) => `${path} names ${place}`),
  );
  assert.deepEqual(missing, []);
  assert.ok(documents.length > 60, `${documents.length} documents were read`);
});

test('control: a moved path and a broken link are found', () => {
  const text =
    'Code: `src/domain/closure`, `src/domain/account`; see [why](../decisions/0000-nothing.md) and [the map](../../ARCHITECTURE.md).';
  assert.deepEqual(missingIn('docs/rules/closures.md', text), ['src/domain/closure', 'docs/decisions/0000-nothing.md']);
});
