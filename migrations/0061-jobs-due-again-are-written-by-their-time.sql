-- Jobs that are due again are written by their time and not each by a place in an array: where tables are spread over machines, the engine
-- (Citus 13.2 over PostgreSQL 15) ends with a segmentation fault where an element of an array is what a column is set to. And tries of the
-- installation's own work are kept again: it has no account to be inserted from.

set local search_path = billing, public;

create or replace function settle_jobs(results text)
  returns table (account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean)
  language plpgsql set search_path = billing as $$
#variable_conflict use_column
declare
  -- Work of no account: there is no row of it to insert from.
  installation constant uuid := '00000000-0000-0000-0000-000000000000';
  -- Those of one share that are done, or due again at one time.
  s record;
  r record;
  -- Of each try, by the place of its result; none where the job was not the caller's any more.
  numbers int[];
begin
  for s in
    select r.account_id, r.lane, r.share_id, r.test, r.next_at, r.fresh, r.at is not null as kept, array_agg(r.subject_id) as subjects,
      array_agg(r.claim) as claims, array_agg(r.at) as ats,
      array_agg(r.latency_ms) as latencies, array_agg(r.status) as statuses, array_agg(r.fault) as faults,
      array_agg(r.answer) as answers
    from json_to_recordset(results::json) as r (
      account_id uuid, subject_id uuid, lane text, share_id uuid, test boolean, claim int, next_at bigint, fresh boolean, at bigint,
      latency_ms int, status int, fault text, answer text)
    group by r.account_id, r.lane, r.share_id, r.test, r.next_at, r.fresh, r.at is not null
    order by r.account_id, r.lane, r.share_id, r.test
  loop
    numbers := array_fill(null::int, array[cardinality(s.subjects)]);
    -- Found by their names in one table alone: whatever is known of it, no plan goes through all that waits.
    if s.next_at is null then
      for r in
        delete from job j
        where j.account_id = s.account_id and j.subject_id = any(s.subjects) and j.lane = s.lane and j.share_id = s.share_id
          and j.test = s.test and j.claim = s.claims[array_position(s.subjects, j.subject_id)]
        returning array_position(s.subjects, j.subject_id) as n, j.tries + 1 as number
      loop
        numbers[r.n] := r.number;
      end loop;
    else
      for r in
        update job j set due_at = s.next_at, ready = false, leased_until = null,
          tried = case when s.fresh then 0 else j.tried + 1 end, tries = j.tries + s.kept::int
        where j.account_id = s.account_id and j.subject_id = any(s.subjects) and j.lane = s.lane and j.share_id = s.share_id
          and j.test = s.test and j.claim = s.claims[array_position(s.subjects, j.subject_id)]
        returning array_position(s.subjects, j.subject_id) as n, j.tries as number
      loop
        numbers[r.n] := r.number;
      end loop;
    end if;
    if s.kept and s.account_id = installation then
      for i in 1 .. cardinality(s.subjects) loop
        continue when numbers[i] is null;
        insert into try (account_id, subject_id, lane, share_id, test, n, at, latency_ms, status, fault, answer)
        values (s.account_id, s.subjects[i], s.lane, s.share_id, s.test, numbers[i], s.ats[i], s.latencies[i], s.statuses[i],
          s.faults[i], s.answers[i]);
      end loop;
    elsif s.kept then
      insert into try (account_id, subject_id, lane, share_id, test, n, at, latency_ms, status, fault, answer)
      select a.account_id, t.subject_id, s.lane, s.share_id, s.test, t.number, t.at, t.latency_ms, t.status, t.fault, t.answer
      from account a cross join unnest(s.subjects, numbers, s.ats, s.latencies, s.statuses, s.faults, s.answers)
        as t (subject_id, number, at, latency_ms, status, fault, answer)
      where a.account_id = s.account_id and t.number is not null;
    end if;
    return query
    select s.account_id, t.subject_id, s.lane, s.share_id, s.test from unnest(s.subjects, numbers) as t (subject_id, number)
    where t.number is not null;
  end loop;
end $$;
