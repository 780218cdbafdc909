-- What is known of signatures given online: the evidence of each, kept as it was; and codes that prove an address, which are hashed.

set local search_path = billing, public;

-- The canonical text of the evidence: who signed what, when, from where. Its digest is in the audit chain.
create table signature_evidence (
  account_id uuid references account,
  -- The procedure, which is also its link.
  id uuid,
  test boolean not null,
  document_id uuid not null,
  text text not null,
  sha256 bytea not null check (length(sha256) = 32),
  created_at at not null,
  primary key (account_id, id),
  -- A document is signed once.
  unique (account_id, document_id),
  foreign key (account_id, document_id) references document,
  check (sha256(convert_to(text, 'UTF8')) = sha256)
);
create trigger append_only before update or delete on signature_evidence for each row execute function append_only();
create trigger never_truncated before truncate on signature_evidence for each statement execute function append_only();

-- The last code that was sent for a procedure: another takes its place, and its tries go on.
create table signature_code (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  code_sha256 bytea not null check (length(code_sha256) = 32),
  sent int not null default 1 check (sent > 0),
  tries int not null default 0 check (tries >= 0),
  sent_at at not null,
  ends_at at not null,
  primary key (account_id, id)
);

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['signature_evidence', 'signature_code'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;
grant select, insert on signature_evidence to facturier_app;
grant select, insert, update on signature_code to facturier_app;
