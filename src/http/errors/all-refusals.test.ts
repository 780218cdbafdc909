import assert from 'node:assert/strict';
import { test } from 'vitest';
import { allRefusals } from './all-refusals.ts';

test('a code in an answer names a single refusal, in dotted form, without internal words', () => {
  const codes = Object.values(allRefusals).map((row) => row.code);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^[a-z_]+\.[a-z_]+$/);
  for (const code of codes) assert.doesNotMatch(code, /credit_note|project/);
});

test('published codes are kept, each with its status', () => {
  const published = [
    ['advance_not_finalized', 'asset.advance_not_finalized', 409],
    ['advance_already_has_credit_note', 'asset.advance_already_has_asset', 409],
    ['nothing_left_to_credit', 'asset.nothing_left_to_credit', 409],
    ['bank_of_credit_note', 'asset.cannot_update_bank_information', 400],
    ['delivery_of_credit_note', 'asset.cannot_update_delivery_address', 400],
  ] as const;
  for (const [refused, code, status] of published) {
    assert.equal(allRefusals[refused].code, code);
    assert.equal(allRefusals[refused].status, status);
  }
});

test('every refusal says in both languages how to fix it', () => {
  for (const row of Object.values(allRefusals)) {
    for (const text of [row.title.fr, row.title.en]) assert.match(text, /\S.*[^.]$/);
    for (const text of [row.remedy.fr, row.remedy.en]) assert.match(text, /\S.*\.$/);
    assert.notEqual(row.remedy.fr, row.remedy.en);
  }
});

/** Only API, tool or MCP clients can get these refusals. */
const SAID_TO_PROGRAMS = /^(auth|request|api_key|idempotency|mcp|tool|webhook|import|query)\./;

test('texts shown on screens mention no route, API field or key', () => {
  const talk = /\b(GET|POST|PUT|PATCH|DELETE)\b|\/v2\/|clé d’API|API key|[a-z]+[A-Z][a-zA-Z]+Id\b|UUID/;
  const said = Object.values(allRefusals)
    .filter(({ code }) => !SAID_TO_PROGRAMS.test(code))
    .flatMap(({ code, remedy, remedyOnScreen = remedy }) =>
      [remedyOnScreen.fr, remedyOnScreen.en].filter((text) => talk.test(text)).map((text) => `${code}: ${text}`),
    );
  assert.deepEqual(said, []);
});
