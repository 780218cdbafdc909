import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'vitest';
import { shellWord } from './output.ts';

test('a shell reads a word of a printed command as it is, with spaces, accents and quotes', () => {
  const words = [
    '/srv/facturier',
    's3://copies/a.tar.gz',
    '/srv/dossier été',
    "l'année",
    'a$HOME',
    '`id`',
    '*',
    'a\nb',
  ];
  for (const word of words)
    assert.equal(execFileSync('sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' }), word);
  assert.equal(shellWord('/srv/facturier'), '/srv/facturier', 'a plain path stays readable');
});
