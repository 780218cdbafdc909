-- A document is numbered in the series of its kind, and comes to the states of its kind alone: what the row of a kind says
-- (src/domain/document/kind.ts) PostgreSQL guards once more, so that no kind is ever numbered in the series of another.

set local search_path = billing, public;

-- A check that comes to null would let its row pass, so a kind that is not named here is said to be false.
alter table document
  add constraint series_of_kind check (prefix is null or coalesce(
    prefix = case when test then 'TEST-' else '' end || case kind
      when 'estimate' then 'D' when 'purchase_order' then 'BC'
      when 'advance' then 'F' when 'invoice' then 'F' when 'credit_note' then 'AV' end, false)),
  add constraint states_of_kind check (case kind
    when 'estimate' then state in ('draft', 'finalized', 'signed', 'refused')
    when 'purchase_order' then state in ('draft', 'finalized', 'signed', 'refused')
    when 'advance' then state in ('draft', 'finalized', 'paid')
    when 'invoice' then state in ('draft', 'finalized', 'paid')
    when 'credit_note' then state in ('draft', 'finalized')
    else false end);
