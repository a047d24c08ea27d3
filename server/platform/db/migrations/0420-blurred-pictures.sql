-- What of a picture is blurred, and the picture without that: all other columns of a version are of the blurred one.
-- `regions`: JSON [[[across, down], …], …], parts of the upright picture or of the sphere.
-- `original`: JSON key, bytes, sha256, mediaType, facts.
alter table file_versions add column regions jsonb;
alter table file_versions add column original jsonb;
create index file_versions_original on file_versions ((original->>'key')) where original is not null;

create function unclaim_original() returns trigger language plpgsql as $$
begin
  insert into unclaimed_keys (key) values (old.original->>'key') on conflict do nothing;
  return null;
end $$;
create trigger file_versions_unclaim_original after delete on file_versions
  for each row when (old.original is not null) execute function unclaim_original();
-- A former blurred picture, when it is blurred again or shown as it was.
create trigger file_versions_unclaim_former after update of key on file_versions
  for each row when (old.key is distinct from new.key and new.original->>'key' is distinct from old.key)
  execute function unclaim_key();
