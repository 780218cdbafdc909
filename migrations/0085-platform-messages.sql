-- Messages sent to approved platforms that are not documents: what this business states about an
-- invoice it received, what it collected of its own, and its e-reports. And the statuses that come
-- back about received invoices.

set local search_path = billing, public;

-- A message is stored as it is sent, with its ID (`trackingId` at the platform), before it is sent.
-- One without an answer is looked up by that ID before it is sent again.
create table sent_message (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- What it is about: exactly one of them.
  supplier_invoice_id uuid,
  document_id uuid,
  report text check (report in ('transactions', 'payments')),
  -- The days of a report, and whether it replaces an earlier one of them.
  report_from date,
  report_to date,
  report_type text check (report_type in ('IN', 'RE')),
  -- The status stated (XP Z12-012), and when.
  code int check (code between 1 and 999),
  stated_at at not null,
  -- Reasons, amounts or figures (JSON).
  content text not null check (octet_length(content) <= 1000000),
  syntax text not null check (syntax in ('CDAR', 'FRR')),
  name text not null check (length(name) between 1 and 255),
  -- The file. Its digest is `sha256`.
  bytes bytea not null check (octet_length(bytes) between 1 and 20000000),
  sha256 bytea not null check (sha256 = sha256(bytes)),
  -- Null until the first attempt.
  connection_id uuid,
  state text not null check (state in ('sending', 'submitted', 'accepted', 'refused')),
  platform_id text check (length(platform_id) between 1 and 64),
  -- Why the platform refused it (JSON).
  faults text check (octet_length(faults) <= 20000),
  created_at at not null,
  submitted_at at,
  settled_at at,
  primary key (account_id, id),
  foreign key (account_id, supplier_invoice_id) references supplier_invoice,
  foreign key (account_id, document_id) references document,
  constraint sent_message_subject check (num_nonnulls(supplier_invoice_id, document_id, report) = 1),
  constraint sent_message_report check (num_nonnulls(report, report_from, report_to, report_type) in (0, 4)
    and (syntax = 'FRR') = (report is not null) and (report is null) = (code is not null)),
  constraint sent_message_submitted check (state in ('sending', 'refused') or platform_id is not null),
  constraint sent_message_attempted check (state = 'sending' or connection_id is not null),
  constraint sent_message_refused check ((state = 'refused') = (faults is not null))
);
create index sent_message_of_supplier_invoice on sent_message (account_id, supplier_invoice_id, stated_at)
  where supplier_invoice_id is not null;
create index sent_message_of_document on sent_message (account_id, document_id, stated_at) where document_id is not null;
create index sent_message_of_report on sent_message (account_id, test, report, report_from) where report is not null;

-- What is sent never changes, and an answer is final.
create function guard_sent_message() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if (to_jsonb(new) - array['connection_id', 'state', 'platform_id', 'faults', 'submitted_at', 'settled_at'])
      <> (to_jsonb(old) - array['connection_id', 'state', 'platform_id', 'faults', 'submitted_at', 'settled_at'])
    or old.state = 'refused'
    or (old.state <> 'sending' and new.connection_id is distinct from old.connection_id)
    or (old.platform_id is not null and new.platform_id is distinct from old.platform_id)
    or array_position(array['sending', 'submitted', 'accepted', 'refused'], new.state)
      < array_position(array['sending', 'submitted', 'accepted', 'refused'], old.state) then
    raise 'the message % was sent as it is', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_sent_message before update on sent_message for each row execute function guard_sent_message();
create trigger never_deleted before delete on sent_message for each row execute function append_only();
create trigger never_truncated before truncate on sent_message for each statement execute function append_only();

-- A status is stated about an invoice that a platform delivered, and nothing after its refusal.
create function guard_supplier_status() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if not exists (select from supplier_invoice s where s.account_id = new.account_id and s.id = new.supplier_invoice_id
      and s.test = new.test and s.source = 'platform' and s.format is not null) then
    raise 'the invoice % came by no platform', new.supplier_invoice_id using errcode = 'check_violation';
  end if;
  if exists (select from sent_message m where m.account_id = new.account_id
      and m.supplier_invoice_id = new.supplier_invoice_id and m.code = 210 and m.state <> 'refused') then
    raise 'the invoice % is refused', new.supplier_invoice_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_supplier_status before insert on sent_message for each row
  when (new.supplier_invoice_id is not null) execute function guard_supplier_status();

-- Statuses of a received invoice by its supplier or the platforms, as they arrived. Each once.
create table supplier_invoice_status (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  supplier_invoice_id uuid not null,
  connection_id uuid not null,
  -- The message at the platform.
  platform_id text not null check (length(platform_id) between 1 and 64),
  code int not null check (code between 1 and 999),
  stated_at at not null,
  received_at at not null,
  -- Reasons and amounts (JSON).
  content text not null check (octet_length(content) <= 20000),
  sha256 bytea not null check (length(sha256) = 32),
  primary key (account_id, id),
  unique (account_id, supplier_invoice_id, code, stated_at, sha256),
  foreign key (account_id, supplier_invoice_id) references supplier_invoice
);
create trigger append_only before update or delete on supplier_invoice_status for each row execute function append_only();
create trigger never_truncated before truncate on supplier_invoice_status for each statement execute function append_only();

do $$
declare t text;
begin
  foreach t in array array['sent_message', 'supplier_invoice_status'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format($p$create policy own_account on %I
      using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
      with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
        and test >= (coalesce(current_setting('app.test', true), '') = 'on'))$p$, t);
  end loop;
end $$;

grant select, insert on sent_message, supplier_invoice_status to facturier_app;
grant update (connection_id, state, platform_id, faults, submitted_at, settled_at) on sent_message to facturier_app;
revoke execute on function guard_sent_message() from public;
revoke execute on function guard_supplier_status() from public;
