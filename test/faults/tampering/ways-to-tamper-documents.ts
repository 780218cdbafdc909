import type { VerifyFault } from '../../../src/db/audit/verify/finding.ts';
import type { Lived } from './full-books.ts';

/** One way to tamper as database superuser, and the findings `verify` must report. */
export type Way = { what: string; sql: string; finds: VerifyFault; of?: string };

export const set = (id: string, what: string): string => `update billing.document set ${what} where id = '${id}'`;

/** Swaps rows of two accounts without a moment of duplicate numbers. */
export const inTurn = (table: string, ours: string, us: string, theirs: string, them: string): string => {
  const aside = '00000000-0000-0000-0000-000000000000';
  const move = (which: string, from: string, to: string) =>
    `update billing.${table} set account_id = '${to}' where ${which} and account_id = '${from}'`;
  return [move(ours, us, aside), move(theirs, them, us), move(ours, aside, them)].join(';');
};

/** All ways to change finalized documents: living columns, frozen columns and existence. */
export const waysToTamperDocuments = (lived: Lived): Way[] => [
  ...movingColumns(lived),
  ...frozenColumns(lived),
  ...rowsOfDocuments(lived),
];

function movingColumns({
  estimate,
  advance,
  billed,
  reversed,
  canceled,
  creditNote,
  refused,
  plain,
  paid,
  inTest,
}: Lived): Way[] {
  const moved = (what: string, id: string, sql: string): Way => ({
    what: `a document ${what}`,
    sql: set(id, sql),
    finds: 'document_marks_differ',
    of: id,
  });
  return [
    moved('said to be paid', plain, `state = 'paid', paid_at = 1`),
    moved('said to be unpaid again', paid, `state = 'finalized', paid_at = null`),
    moved('in test mode said to be paid', inTest, `state = 'paid', paid_at = 1`),
    moved(
      'marked as signed although it was refused',
      refused,
      `state = 'signed', signed_at = refused_at, refused_at = null`,
    ),
    moved('signed on another day', estimate, 'signed_at = signed_at - 86400'),
    moved('refused on another day', refused, 'refused_at = refused_at + 86400'),
    moved('paid on another day', paid, 'paid_at = paid_at - 86400'),
    moved('canceled on another day', canceled, 'canceled_at = canceled_at - 86400'),
    moved('said not to be canceled', canceled, 'canceled_at = null'),
    moved('canceled by hand', plain, 'canceled_at = updated_at'),
    moved('archived by hand', plain, 'archived_at = updated_at'),
    moved('taken out of the archive', refused, 'archived_at = null'),
    moved('archived on another day', refused, 'archived_at = archived_at + 1'),
    moved('refunded on another day', creditNote, 'refund_at = refund_at + 86400'),
    moved('whose refund is gone', creditNote, 'refund_at = null'),
    moved('of another title', billed, `title = 'Formation de mai', found_by = replace(found_by, 'mars', 'mai')`),
    moved('without its title', billed, 'title = null'),
    moved('last changed at another time', plain, 'updated_at = updated_at + 1'),
    moved('paid less', billed, `paid_cents = paid_cents - 1, life = replace(life, '"paid":50000', '"paid":49999')`),
    moved('credited, in its column', plain, 'credited_cents = 5'),
    moved('billed, in its column', estimate, 'billed_cents = billed_cents - 5'),
    moved(
      'billed, in its column and its life',
      estimate,
      `billed_cents = 0, life = (life::jsonb || '{"billed":{}}')::text`,
    ),
    moved('whose credit notes are forgotten', canceled, `life = (life::jsonb || '{"creditNotes":[]}')::text`),
    moved('whose final invoice is forgotten', estimate, `life = (life::jsonb - 'finalInvoice')::text`),
    moved('said never to have been sent', billed, `life = (life::jsonb - 'lastSentAt')::text`),
    moved('sent on another day', billed, `life = (life::jsonb || '{"lastSentAt":1}')::text`),
    moved('said to have been sent', plain, `life = (life::jsonb || '{"lastSentAt":1}')::text`),
    moved('paid by a bank transaction nobody named', billed, `life = (life::jsonb || '{"hasTransaction":true}')::text`),
    moved('whose life is no JSON', reversed, `life = 'null'`),
    {
      what: 'two documents with swapped living columns',
      sql: `update billing.document d set (state, paid_at, paid_cents, life) = (
          select state, paid_at, paid_cents, life from kept_document k
          where k.id = case d.id when '${advance}' then '${billed}'::uuid else '${advance}'::uuid end)
        where id in ('${advance}', '${billed}')`,
      finds: 'document_marks_differ',
      of: advance,
    },
  ];
}

function frozenColumns({ billed, plain, estimate, customer, advance }: Lived): Way[] {
  const differs = (what: string, id: string, sql: string, finds: VerifyFault = 'document_columns_differ'): Way => ({
    what: `a document ${what}`,
    sql: set(id, sql),
    finds,
    of: id,
  });
  return [
    differs('of another text', billed, `content = replace(content, 'Formation', 'Conseil')`, 'document_changed'),
    differs(
      'with another text and its digest',
      billed,
      `content = replace(content, 'Formation', 'Conseil'), sealed_sha256 = sha256(convert_to(replace(content, 'Formation', 'Conseil'), 'UTF8'))`,
      'document_differs_from_link',
    ),
    differs('of another digest', billed, `sealed_sha256 = '\\x00'`, 'document_changed'),
    differs('of another number', billed, `number = 'F-2026-9999'`),
    differs('of another counter', plain, 'counter = counter + 50'),
    differs('of another year of its series', plain, 'year = year - 1'),
    differs('of another prefix', plain, `prefix = 'D'`),
    differs('of another kind', plain, `kind = 'advance'`),
    differs('of another family', plain, `family_id = '${billed}'`),
    differs('without its parent', advance, 'parent_id = null'),
    differs('of another customer', plain, 'customer_id = gen_random_uuid()'),
    differs('of a project', plain, `project_id = '${customer}'`),
    differs('of another currency', plain, `currency = 'USD'`),
    differs('issued at another second', plain, 'emitted_at = emitted_at + 1'),
    differs('issued on the next day', plain, 'emitted_on = emitted_on + 1'),
    differs('due on another day', plain, 'due_on = due_on + 30'),
    differs('valid until another day', estimate, `valid_until_on = coalesce(valid_until_on, date '2026-01-01') + 30`),
    differs('of another net', plain, 'net_cents = net_cents + 1, total_cents = total_cents + 1'),
    differs('of other VAT', plain, 'vat_cents = vat_cents - 1, total_cents = total_cents - 1'),
    differs('of another deduction', plain, 'deducted_cents = 1'),
    differs('finalized at another time', plain, 'finalized_at = finalized_at - 1'),
    differs('made at another time', plain, 'created_at = created_at - 1'),
    differs('found by other words', plain, `found_by = 'rien'`, 'document_words_differ'),
  ];
}

function rowsOfDocuments({ plain, paid, billed, advance, inTest, other, accountId }: Lived): Way[] {
  return [
    {
      what: 'a document deleted',
      sql: `delete from billing.document where id = '${plain}'`,
      finds: 'document_missing',
      of: plain,
    },
    {
      what: 'a document reverted to draft',
      sql: set(
        plain,
        `state = 'draft', number = null, prefix = null, year = null, counter = null, finalized_at = null, sealed_sha256 = null`,
      ),
      finds: 'document_not_finalized',
      of: plain,
    },
    {
      what: 'a document inserted',
      sql: `insert into billing.document select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
        'number', 'F-2026-0999', 'counter', 999))).* from billing.document d where id = '${plain}'`,
      finds: 'document_without_link',
    },
    {
      what: 'two documents with swapped texts',
      sql: `update billing.document d set (content, sealed_sha256) = (select content, sealed_sha256 from kept_document k
          where k.id = case d.id when '${plain}' then '${paid}'::uuid else '${plain}'::uuid end)
        where id in ('${plain}', '${paid}')`,
      finds: 'document_differs_from_link',
      of: plain,
    },
    {
      what: 'a document moved to test mode',
      sql: set(billed, 'test = true'),
      finds: 'document_columns_differ',
      of: billed,
    },
    {
      what: 'a test document moved to live mode',
      sql: set(inTest, 'test = false'),
      finds: 'document_without_link',
      of: inTest,
    },
    {
      what: 'a document moved to another account',
      sql: set(plain, `account_id = '${other.accountId}'`),
      finds: 'document_without_link',
      of: plain,
    },
    {
      what: 'two documents swapped between accounts',
      sql: inTurn('document', `id = '${advance}'`, accountId, `id = '${other.invoice}'`, other.accountId),
      finds: 'document_missing',
      of: advance,
    },
  ];
}
