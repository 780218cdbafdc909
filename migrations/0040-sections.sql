-- Lines may stand under the heading of a section. What the rule says of it (src/domain/billing/document/line.ts) PostgreSQL guards once
-- more: text of one line, 120 characters at most, no blank around it, and never empty, since none is said by leaving it out.

set local search_path = billing, public;

create function sections_are_headings() returns trigger language plpgsql as $$
begin
  if exists (
    select from jsonb_array_elements(new.content::jsonb #> '{content,lines}') line
    where line ? 'section' and (jsonb_typeof(line -> 'section') <> 'string'
      or char_length(line ->> 'section') not between 1 and 120
      or line ->> 'section' ~ '(^\s|\s$|[[:cntrl:]])'))
  then
    raise exception 'document % has a section without a heading', new.id using errcode = 'FA008';
  end if;
  return new;
end $$;
revoke execute on function sections_are_headings from public;

-- In JSON a quote within a text has a backslash before it, so nothing a user wrote looks like a member. A document without
-- sections costs the search for the word; one whose text is not written costs nothing.
create trigger sections_are_headings before insert or update of content on document for each row
  when (position('"section":' in new.content) > 0)
  execute function sections_are_headings();
