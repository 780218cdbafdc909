import assert from 'node:assert/strict';
import { test } from 'vitest';
import { firstCharacters } from './truncate.ts';

test('a text is never cut within a character, and stays unchanged if it fits', () => {
  assert.equal(firstCharacters('né 😀😀', 6), 'né 😀');
  assert.equal(firstCharacters('né 😀😀', 5), 'né 😀');
  assert.equal(firstCharacters('né 😀😀', 4), 'né ');
  assert.equal(firstCharacters('né 😀😀', 7), 'né 😀😀');
  assert.equal(firstCharacters('né 😀', 255), 'né 😀');
});
