-- Mail: what is to be sent is written in the transaction of its cause, sent by whoever works, tried again until it is taken
-- or refused, and each attempt is kept. What tests would have sent never leaves: it stays in the mailbox.

set local search_path = billing, public;

create table mail (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  -- What it is about; a draft that is deleted takes the trials of its mails along.
  document_id uuid,
  purpose text not null check (purpose in ('document', 'trial', 'signature', 'notice')),
  -- `kept` is for the mailbox alone.
  state text not null check (state in ('waiting', 'sent', 'given_up', 'kept')),
  -- Subject, parties, recipients with what became of each, HTML and text: one JSON text, written whole.
  content text not null,
  attempts int not null default 0,
  next_at at not null,
  -- Whoever sends it holds it until then: a process that is killed gives it back by doing nothing.
  leased_until at,
  created_at at not null,
  finished_at at,
  primary key (account_id, id),
  foreign key (account_id, document_id) references document on delete cascade,
  check (state <> 'kept' or test),
  check (state = 'kept' or not test)
);
create index mail_waiting on mail (account_id, next_at) where state = 'waiting';
create index mail_of_document on mail (account_id, document_id, id) where document_id is not null;
create index mailbox on mail (account_id, id) where state = 'kept';
create index mail_counted on mail (account_id, test, created_at);
create index mail_by_age on mail (created_at);

-- What goes along, by the hash of its bytes as they were when the mail was written.
create table mail_file (
  account_id uuid,
  mail_id uuid,
  n int,
  test boolean not null,
  name text not null,
  media_type text not null,
  size int not null,
  sha256 bytea not null,
  created_at at not null,
  primary key (account_id, mail_id, n),
  foreign key (account_id, mail_id) references mail on delete cascade,
  foreign key (account_id, sha256) references file
);
create index mail_file_by_age on mail_file (created_at);
create index mail_file_of_file on mail_file (account_id, sha256);

create table mail_attempt (
  account_id uuid,
  mail_id uuid,
  n int,
  test boolean not null,
  at at not null,
  latency_ms int not null,
  -- The mail server's own code, where it said one.
  status int,
  fault text,
  answer text,
  primary key (account_id, mail_id, n),
  foreign key (account_id, mail_id) references mail on delete cascade
);

do $$
declare
  t text;
  own constant text := 'account_id = nullif(current_setting(''app.account_id'', true), '''')::uuid'
    ' and (test or current_setting(''app.test'', true) is distinct from ''on'')';
begin
  foreach t in array array['mail', 'mail_file', 'mail_attempt'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I using (%s) with check (%s)', t, own, own);
  end loop;
end $$;
create policy across on mail to facturier_across using (true);
create policy across on mail_file to facturier_across using (true);

-- Takes up to `room` mails that are due, of every account, for `lease` seconds. It goes from account to account, so that
-- one with a thousand waiting holds up nobody: each gives at most `share`. `past` is the account it begins after. Only
-- names come back; whoever sends a mail reads it as its own account.
create function claim_mails(now bigint, lease int, room int, share int, past uuid)
  returns table (account_id uuid, id uuid, test boolean)
  language plpgsql security definer set search_path = billing as $$
#variable_conflict use_column
begin
  return query
  with recursive queue as (
    (select m.account_id from mail m where m.state = 'waiting' and m.account_id > past order by m.account_id limit 1)
    union all
    select following.account_id from queue q cross join lateral (
      select m.account_id from mail m where m.state = 'waiting' and m.account_id > q.account_id
      order by m.account_id limit 1) following),
  due as (
    select d.account_id, d.id from queue q cross join lateral (
      select w.account_id, w.id from mail w
      where w.account_id = q.account_id and w.state = 'waiting' and w.next_at <= claim_mails.now
        and (w.leased_until is null or w.leased_until <= claim_mails.now)
      order by w.next_at limit share for update skip locked) d
    limit room)
  update mail m set leased_until = claim_mails.now + lease from due
  where m.account_id = due.account_id and m.id = due.id
  returning m.account_id, m.id, m.test;
end $$;

-- Forgets mails of before, with their attempts, and sooner the files that went along; what still waits stays.
create function forget_mails(before bigint, files_before bigint) returns bigint
  language sql security definer set search_path = billing as $$
  with files as (
    delete from mail_file f where f.created_at < files_before and not exists (
      select from mail m where m.account_id = f.account_id and m.id = f.mail_id and m.state = 'waiting')),
  gone as (delete from mail where created_at < before and state <> 'waiting' returning 1)
  select count(*) from gone $$;

-- The bytes of a file stay for as long as a mail has it too.
create or replace function forget_files(before bigint) returns bigint
  language sql security definer set search_path = billing as $$
  with gone as (
    delete from file f where created_at < before
      and not exists (select from attachment a where a.account_id = f.account_id and a.sha256 = f.sha256)
      and not exists (select from rendering r where r.account_id = f.account_id and r.sha256 = f.sha256)
      and not exists (select from mail_file m where m.account_id = f.account_id and m.sha256 = f.sha256)
    returning 1)
  select count(*) from gone $$;

grant select, insert, update on mail to facturier_app;
grant select, insert on mail_file, mail_attempt to facturier_app;
grant select, update, delete on mail to facturier_across;
grant select, delete on mail_file to facturier_across;
grant create on schema billing to facturier_across;
alter function claim_mails owner to facturier_across;
alter function forget_mails owner to facturier_across;
revoke create on schema billing from facturier_across;
revoke execute on function claim_mails, forget_mails from public;
grant execute on function claim_mails, forget_mails to facturier_app;
