import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { zipOf } from './zip.ts';

test('Python reads the files of a ZIP as they were, by their names', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'facturier-zip-'));
  t.after(() => rm(folder, { recursive: true }));
  const entries = [
    { name: 'F-2026-0001.pdf', bytes: new TextEncoder().encode('%PDF-1.7 premier') },
    { name: 'été.pdf', bytes: new Uint8Array(70_000).fill(7) },
  ];
  const file = join(folder, 'documents.zip');
  await writeFile(file, new Uint8Array(await zipOf(entries).arrayBuffer()));
  const script =
    'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print([(i.filename,i.file_size) for i in z.infolist()])';
  let read: string;
  try {
    read = execFileSync('python3', ['-c', script, file], { encoding: 'utf8' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error;
    t.skip('python3 is not here to read the file');
    return;
  }
  assert.equal(read.trim(), "[('F-2026-0001.pdf', 16), ('été.pdf', 70000)]");
});
