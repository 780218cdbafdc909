import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { contrastOf, contrastProblems } from './contrast.ts';
import { themes } from './themes.ts';

describe('contrast', () => {
  test('black on white is 21, a colour on itself 1, and the order does not matter', () => {
    assert.equal(contrastOf('#000000', '#ffffff'), 21);
    assert.equal(contrastOf('#ffffff', '#000000'), 21);
    assert.equal(contrastOf('#4338a8', '#4338a8'), 1);
  });

  test('#767676 is the lightest readable grey on white: 4.54, while #777777 has 4.48', () => {
    assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54');
    assert.equal(contrastOf('#777777', '#ffffff').toFixed(2), '4.48');
  });

  for (const theme of Object.values(themes))
    test(`every text of ${theme.name} is readable`, () => assert.deepEqual(contrastProblems(theme.colours), []));

  test('a yellow accent is reported with its contrast, as text and behind white text', () => {
    const problems = contrastProblems({ ...themes.ardoise.colours, accent: '#ffd400' });
    assert.deepEqual(
      problems.map(({ text, on }) => [text, on]),
      [
        ['accent', 'paper'],
        ['accent', 'surface'],
        ['onAccent', 'accent'],
      ],
    );
    assert.equal(problems[0]?.contrast, 1.43);
  });
});
