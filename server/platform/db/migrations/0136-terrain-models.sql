-- The uploaded model, from whose cells volumes and profiles are computed; null where it was not kept.
alter table terrains add column source text unique;
create function unclaim_source() returns trigger language plpgsql as $$
begin
  insert into unclaimed_keys (key) values (old.source) on conflict do nothing;
  return null;
end $$;
create trigger terrains_unclaim_source after delete on terrains
  for each row when (old.source is not null) execute function unclaim_source();
