-- A terrain may be one of another server, whose tiles are fetched and made into ours as they are asked for.
alter table terrains alter column file_name drop not null;
alter table terrains alter column key drop not null;
-- The address of its layer.json, and of its tiles with {z}, {x} and {y} in it.
alter table terrains add column address text;
alter table terrains add column tiles text;
alter table terrains add check ((key is null) <> (address is null));
alter table terrains add check ((tiles is null) = (address is null));
drop trigger terrains_unclaim on terrains;
create trigger terrains_unclaim after delete on terrains
  for each row when (old.key is not null) execute function unclaim_key();
