-- Who comes to take jobs may still see an endpoint as off that is being switched on: its jobs would be put aside after it was come by for
-- them, and wait there for the next event. So whoever puts jobs aside holds the endpoint, as it is now, and leaves those alone that another
-- is changing.

set local search_path = billing, public;

create or replace function change_track(account uuid, share uuid, of_lane text, from_tracks text[], to_track text) returns void
  language plpgsql set search_path = billing as $$
declare
  moved_most constant int := 1000;
begin
  if to_track = 'off' then
    perform from endpoint e where e.account_id = account and e.id = share and not e.active for share skip locked;
    if not found then
      return;
    end if;
  end if;
  update job j set track = to_track
  where j.account_id = account and j.lane = of_lane and j.share_id = share and j.ready and j.subject_id = any(array(
    select s.subject_id from job s
    where s.ready and s.lane = of_lane and s.track = any(from_tracks) and s.account_id = account and s.share_id = share
    order by s.due_at limit moved_most for update skip locked));
end $$;
