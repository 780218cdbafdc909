-- Who states sales outside of e-invoices to the tax office: this service with e-reports, or the
-- platform from the documents it is given.

set local search_path = billing, public;

alter table platform_connection
  add column reports text not null default 'by_us' check (reports in ('by_us', 'by_platform')),
  add constraint platform_connection_reports check (sends or reports = 'by_us');

-- How the platform treats the document (XP Z12-013). Before, only those between businesses went.
alter table platform_flow
  add column processing_rule text not null default 'B2B' check (processing_rule in ('B2B', 'B2BInt', 'B2C'));

-- A sale that a report states is not given to the platform as well, which would state it again: the
-- tax office has the report, or it is on its way, and it covers the document or one of its payments.
create function guard_reported_document() returns trigger language plpgsql set search_path = billing, pg_temp as $$
begin
  if exists (select from sent_message m
      join document d on d.account_id = m.account_id and d.id = new.document_id
      where m.account_id = new.account_id and m.test = new.test and m.report is not null and m.state <> 'refused'
      and not exists (select from report_status s where s.account_id = m.account_id and s.message_id = m.id
        and s.code in (301, 501))
      and (m.report = 'transactions' and d.emitted_on between m.report_from and m.report_to
        or m.report = 'payments' and exists (select from payment p where p.account_id = m.account_id
          and p.document_id = d.id and p.received_on between m.report_from and m.report_to))) then
    raise 'the document % is in an e-report', new.document_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_reported_document before insert on platform_flow for each row
  when (new.processing_rule <> 'B2B') execute function guard_reported_document();

revoke execute on function guard_reported_document() from public;
