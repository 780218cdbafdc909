-- E-reports deposited at an approved platform, and the statuses that come back about them: 300 (the
-- tax office has it) and 301 (rejected).

set local search_path = billing, public;

-- One deposit of a period is on its way at a time.
create unique index sent_message_report_under_way on sent_message (account_id, test, report, report_from, report_to)
  where report is not null and state in ('sending', 'submitted');
alter table sent_message add constraint sent_message_report_days check (report_to >= report_from);

-- Statuses of a deposited report, as they arrived. Each once.
create table report_status (
  account_id uuid references account,
  id uuid,
  test boolean not null,
  message_id uuid not null,
  connection_id uuid not null,
  -- The message at the platform.
  platform_id text not null check (length(platform_id) between 1 and 64),
  code int not null check (code between 1 and 999),
  stated_at at not null,
  received_at at not null,
  -- Reasons (JSON).
  content text not null check (octet_length(content) <= 20000),
  sha256 bytea not null check (length(sha256) = 32),
  primary key (account_id, id),
  unique (account_id, message_id, code, stated_at, sha256),
  foreign key (account_id, message_id) references sent_message
);
create trigger append_only before update or delete on report_status for each row execute function append_only();
create trigger never_truncated before truncate on report_status for each statement execute function append_only();

-- A status is about a report of the same mode.
create function guard_report_status() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if not exists (select from sent_message m where m.account_id = new.account_id and m.id = new.message_id
      and m.test = new.test and m.report is not null) then
    raise 'the message % is not a report of this mode', new.message_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_report_status before insert on report_status for each row execute function guard_report_status();

-- The first report of a period is IN; RE replaces one that the platform has and nothing rejected.
create function guard_report() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if (new.report_type = 'RE') <> exists (select from sent_message m where m.account_id = new.account_id
      and m.test = new.test and m.report = new.report and m.report_from = new.report_from
      and m.report_to = new.report_to and m.state = 'accepted'
      and not exists (select from report_status s where s.account_id = m.account_id and s.message_id = m.id
        and s.code in (301, 501))) then
    raise 'the report % cannot be of the type %', new.id, new.report_type using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_report before insert on sent_message for each row
  when (new.report is not null) execute function guard_report();

alter table report_status enable row level security;
alter table report_status force row level security;
create policy own_account on report_status
  using (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'))
  with check (account_id = nullif(current_setting('app.account_id', true), '')::uuid
    and test >= (coalesce(current_setting('app.test', true), '') = 'on'));

grant select, insert on report_status to facturier_app;
revoke execute on function guard_report_status() from public;
revoke execute on function guard_report() from public;
