import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test, vi } from 'vitest';
import { labeled, shellWord } from './output.ts';

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

test('a label is followed by a colon, in French after a non-breaking space', () => {
  for (const [locale, expected] of [
    ['fr_FR.UTF-8', 'Comptes\u00a0: 1'],
    ['en_US.UTF-8', 'Accounts: 1'],
  ] as const) {
    vi.stubEnv('LC_ALL', locale);
    assert.equal(labeled(locale.startsWith('fr') ? 'Comptes' : 'Accounts', '1'), expected);
  }
  vi.unstubAllEnvs();
});
