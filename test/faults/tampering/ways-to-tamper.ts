import type { VerifyFault } from '../../../src/db/audit/verify/finding.ts';
import { IBAN, type Lived } from './full-books.ts';
import { inTurn, set, type Way, waysToTamperDocuments } from './ways-to-tamper-documents.ts';

/** All known ways to change sealed data or its proof. */
export const waysToTamper = (lived: Lived): Way[] => [
  ...waysToTamperDocuments(lived),
  ...payments(lived),
  ...keysAndSettings(lived),
  ...chains(lived),
  ...events(lived),
  ...files(lived),
  ...counts(lived),
];

const LIVE = (lived: Lived): string => `account_id = '${lived.accountId}' and not test`;

/**
 * Not proven by links, as docs/rules/audit-chain.md says: view counts, viewers, last use of keys.
 */
export const notProven = ({ plain, keys, billed }: Lived): Pick<Way, 'what' | 'sql'>[] => [
  { what: 'the version of a document', sql: set(plain, 'version = version + 1') },
  { what: 'its last download', sql: set(billed, `life = (life::jsonb || '{"lastDownloadAt":1}')::text`) },
  { what: 'the last use of a key', sql: `update billing.api_key set last_used_at = 1 where id = '${keys.shop}'` },
];

function payments({ billed, paid, reversed, inTest, otherInTest }: Lived): Way[] {
  const of = (id: string): string => `document_id = '${id}'`;
  const columns = (what: string, sql: string): Way => ({
    what: `a payment ${what}`,
    sql: `update billing.payment set ${sql} where ${of(paid)}`,
    finds: 'payment_columns_differ',
  });
  return [
    columns('of another amount', 'amount_cents = amount_cents - 100'),
    columns('received on another day', 'received_on = received_on - 1'),
    columns('by another method', `method = 'cash'`),
    columns('made at another time', 'created_at = created_at - 1'),
    columns('for another document', `document_id = '${billed}'`),
    {
      what: 'a payment with another text',
      sql: `update billing.payment set content = replace(content, '120000', '110000') where ${of(paid)}`,
      finds: 'payment_without_link',
    },
    { what: 'a payment deleted', sql: `delete from billing.payment where ${of(paid)}`, finds: 'payment_missing' },
    {
      what: 'a payment deleted and its document marked unpaid',
      sql: `delete from billing.payment where ${of(paid)};
        ${set(paid, `state = 'finalized', paid_at = null, paid_cents = 0, life = replace(life, '"paid":120000', '"paid":0')`)}`,
      finds: 'document_marks_differ',
      of: paid,
    },
    {
      what: 'a reversal deleted',
      sql: `delete from billing.payment where ${of(reversed)} and reverses_id is not null`,
      finds: 'payment_missing',
    },
    {
      what: 'a payment inserted',
      sql: `insert into billing.payment select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
        'content', replace(content, '"amount"', '"amount": ')))).* from billing.payment p where ${of(paid)}`,
      finds: 'payment_without_link',
    },
    {
      what: 'two payments with swapped documents',
      sql: `update billing.payment set document_id = case document_id when '${inTest}' then '${otherInTest}'::uuid else '${inTest}'::uuid end
        where document_id in ('${inTest}', '${otherInTest}')`,
      finds: 'payment_columns_differ',
    },
    {
      what: 'a payment moved to live mode',
      sql: `update billing.payment set test = false where ${of(inTest)}`,
      finds: 'payment_missing',
    },
  ];
}

function keysAndSettings({ keys, accountId, other }: Lived): Way[] {
  const key = (what: string, id: string, sql: string): Way => ({
    what: `a key ${what}`,
    sql: `update billing.api_key set ${sql} where id = '${id}'`,
    finds: 'key_differs',
    of: id,
  });
  const settings = (what: string, sql: string): Way => ({
    what: `settings ${what}`,
    sql: `update billing.account set settings = ${sql} where account_id = '${accountId}'`,
    finds: 'settings_differ',
    of: accountId,
  });
  return [
    key('of more scopes', keys.shop, `scopes = scopes || '{account:admin}'`),
    key('that ends later', keys.shop, 'expires_at = expires_at + 86400 * 365'),
    key('that never ends', keys.shop, 'expires_at = null'),
    key('of another name', keys.shop, `name = 'Comptable'`),
    key('of another secret', keys.shop, `secret_sha256 = sha256('x')`),
    key('for tests that opens live documents', keys.trial, 'test = false'),
    key('made at another time', keys.shop, 'created_at = created_at - 1'),
    key('no longer revoked', keys.revoked, 'revoked_at = null'),
    key('no longer replaced, nor ended', keys.rotated, 'revoked_at = null, replaced_by = null'),
    {
      what: 'a key deleted',
      sql: `delete from billing.api_key where id = '${keys.shop}'`,
      finds: 'key_missing',
      of: keys.shop,
    },
    {
      what: 'a key inserted',
      sql: `insert into billing.api_key select (jsonb_populate_record(k, jsonb_build_object('id', gen_random_uuid()))).*
        from billing.api_key k where id = '${keys.shop}'`,
      finds: 'key_without_link',
    },
    {
      what: 'a key moved to another account',
      sql: `update billing.api_key set account_id = '${other.accountId}' where id = '${keys.shop}'`,
      finds: 'key_without_link',
      of: keys.shop,
    },
    settings('of another IBAN', `replace(settings, '${IBAN}', 'FR7610107001011234567890129')`),
    settings('of another name', `replace(settings, 'Zoé Martin EI', 'Zoé Martin SARL')`),
    settings('with a space more', `settings || ' '`),
    settings(
      'swapped with another account',
      `(select settings from kept_account where account_id = '${other.accountId}')`,
    ),
  ];
}

function chains(lived: Lived): Way[] {
  const link = (what: string, sql: string, finds: VerifyFault): Way => ({ what, sql, finds });
  const here = LIVE(lived);
  const last = `(select max(seq) from kept_chain_link where ${here})`;
  return [
    link(
      'a link with another total',
      `update billing.chain_link set link = replace(link, '"total":120000', '"total":12000') where ${here} and link like '%"total":120000%'`,
      'link_changed',
    ),
    link(
      'a link with another total and its hash',
      `update billing.chain_link set link = replace(link, '120000', '12000'), hash = sha256(convert_to(replace(link, '120000', '12000'), 'UTF8'))
        where ${here} and seq = (select max(seq) from kept_chain_link where ${here} and link like '%120000%')`,
      'signature_invalid',
    ),
    link(
      'a link with another state',
      `update billing.chain_link set link = regexp_replace(link, '"document ([0-9a-f-]+)":"[0-9a-f]{8}', '"document \\1":"00000000')
        where ${here} and seq = (select max(seq) from kept_chain_link where ${here} and link like '%"document %')`,
      'link_changed',
    ),
    link(
      'a link with white space',
      `update billing.chain_link set link = link || ' ' where ${here} and seq = 3`,
      'link_not_canonical',
    ),
    link(
      'a link with invalid JSON',
      `update billing.chain_link set link = 'x' where ${here} and seq = 3`,
      'link_unreadable',
    ),
    link(
      'a link with another signature',
      `update billing.chain_link set signature = '\\x00' where ${here} and seq = 3`,
      'signature_invalid',
    ),
    link(
      'a link signed by another key',
      `update billing.chain_link set key_id = '0000000000000000' where ${here} and seq = 3`,
      'signing_key_unknown',
    ),
    link('a link deleted', `delete from billing.chain_link where ${here} and seq = 3`, 'link_missing'),
    link(
      'a link inserted',
      `insert into billing.chain_link select account_id, test, ${last} + 1, link, hash, key_id, signature from billing.chain_link
        where ${here} and seq = ${last}; update billing.chain_head set seq = seq + 1 where ${here}`,
      'link_not_joined',
    ),
    link(
      'two links reordered',
      `update billing.chain_link l set (link, hash, signature) = (select link, hash, signature from kept_chain_link k
          where k.account_id = l.account_id and not k.test and k.seq = 9 - l.seq) where ${here} and seq in (4, 5)`,
      'link_not_joined',
    ),
    link(
      'a chain swapped with another account',
      inTurn('chain_link', 'not test', lived.accountId, 'not test', lived.other.accountId),
      'link_not_joined',
    ),
    link(
      'a chain swapped with that of test mode',
      `update billing.chain_link set seq = seq + 1000 where account_id = '${lived.accountId}' and test;
        update billing.chain_link set test = not test where account_id = '${lived.accountId}';
        update billing.chain_link set seq = seq - 1000 where account_id = '${lived.accountId}' and seq > 1000`,
      'link_not_joined',
    ),
    link('a head of another hash', `update billing.chain_head set hash = '\\x00' where ${here}`, 'head_differs'),
    link('a head of another place', `update billing.chain_head set seq = seq - 1 where ${here}`, 'head_differs'),
    link('a head deleted', `delete from billing.chain_head where ${here}`, 'head_missing'),
    link(
      'a chain truncated with its head',
      `delete from billing.chain_link where ${here} and seq = ${last};
        update billing.chain_head set (seq, hash) = (select seq, hash from billing.chain_link where ${here} order by seq desc limit 1) where ${here}`,
      'chain_truncated',
    ),
    link(
      'an account deleted completely',
      ['document', 'chain_link', 'chain_head', 'api_key', 'event', 'account']
        .map((table) => `delete from billing.${table} where account_id = '${lived.other.accountId}'`)
        .join(';'),
      'account_missing',
    ),
  ];
}

function events({ billed, plain, paid }: Lived): Way[] {
  const event = (id: string, happening: string): string => `subject_id = '${id}' and type = 'invoice.${happening}'`;
  return [
    {
      what: 'an event with another body',
      sql: `update billing.event set body = replace(body, '120000', '12000') where ${event(paid, 'paid')}`,
      finds: 'event_changed',
    },
    {
      what: 'an event with another type',
      sql: `update billing.event set type = 'invoice.created' where ${event(paid, 'paid')}`,
      finds: 'event_changed',
    },
    {
      what: 'an event with another time',
      sql: `update billing.event set at = at - 60 where ${event(billed, 'sent')}`,
      finds: 'event_changed',
    },
    {
      what: 'an event of another document',
      sql: `update billing.event set subject_id = '${plain}' where ${event(paid, 'paid')}`,
      finds: 'event_changed',
    },
    { what: 'an event deleted', sql: `delete from billing.event where ${event(paid, 'paid')}`, finds: 'event_missing' },
    {
      what: 'an event inserted',
      sql: `insert into billing.event select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'place', 1000000))).*
        from billing.event e where ${event(paid, 'paid')}`,
      finds: 'event_without_link',
    },
  ];
}

function files({ billed, plain }: Lived): Way[] {
  const paper = `sha256 = (select sha256 from kept_rendering where document_id = '${billed}' limit 1)`;
  const plan = `sha256 = (select sha256 from kept_attachment where document_id = '${billed}')`;
  return [
    {
      what: 'a PDF with other bytes',
      sql: `update billing.file set bytes = bytes || ' ' where ${paper}`,
      finds: 'file_altered',
    },
    {
      what: 'an attachment with other bytes',
      sql: `update billing.file set bytes = '%PDF' where ${plan}`,
      finds: 'file_altered',
    },
    {
      what: 'a PDF without its bytes',
      sql: `update billing.file set bytes = null where ${paper}`,
      finds: 'files_out_of_reach',
    },
    { what: 'a PDF without its file', sql: `delete from billing.file where ${paper}`, finds: 'file_missing' },
    { what: 'an attachment without its file', sql: `delete from billing.file where ${plan}`, finds: 'file_missing' },
    {
      what: 'a rendering deleted',
      sql: `delete from billing.rendering where document_id = '${billed}'`,
      finds: 'rendering_missing',
      of: billed,
    },
    {
      what: 'a rendering of another file',
      sql: `update billing.rendering set sha256 = (select sha256 from kept_attachment limit 1) where document_id = '${billed}'`,
      finds: 'rendering_without_link',
    },
    {
      what: 'a rendering of another document',
      sql: `update billing.rendering set document_id = '${plain}' where document_id = '${billed}'`,
      finds: 'rendering_without_link',
    },
    {
      what: 'a rendering in another language',
      sql: `update billing.rendering set locale = 'en' where document_id = '${billed}'`,
      finds: 'rendering_without_link',
    },
    {
      what: 'a rendering with another time',
      sql: `update billing.rendering set created_at = 1 where document_id = '${billed}'`,
      finds: 'rendering_without_link',
    },
    {
      what: 'an attachment removed',
      sql: `delete from billing.attachment where document_id = '${billed}'`,
      finds: 'attachment_differs',
    },
    {
      what: 'an attachment of another file',
      sql: `update billing.attachment set sha256 = (select sha256 from kept_rendering limit 1) where document_id = '${billed}'`,
      finds: 'attachment_differs',
    },
    {
      what: 'an attachment added to a document without one',
      sql: `update billing.attachment set document_id = '${plain}' where document_id = '${billed}'`,
      finds: 'attachment_differs',
    },
  ];
}

function counts(lived: Lived): Way[] {
  const here = `${LIVE(lived)} and prefix = 'F'`;
  return [
    {
      what: 'a counter moved forward',
      sql: `update billing.series set last = last + 1 where ${here}`,
      finds: 'counter_differs',
    },
    {
      what: 'a counter with another day',
      sql: `update billing.series set last_on = last_on + 1 where ${here}`,
      finds: 'counter_differs',
    },
    { what: 'a counter deleted', sql: `delete from billing.series where ${here}`, finds: 'counter_differs' },
    {
      what: 'the last document deleted with its number',
      sql: `delete from billing.document where id = '${lived.paid}'; update billing.series set last = last - 1 where ${here}`,
      finds: 'document_missing',
      of: lived.paid,
    },
    {
      what: 'a changed document count',
      sql: `update billing.tally set documents = documents + 1 where ${LIVE(lived)} and kind = 'invoice' and state = 'finalized'`,
      finds: 'tally_differs',
    },
  ];
}
