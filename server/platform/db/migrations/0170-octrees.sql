-- The octree of a point cloud: which of its contents it was made from, what was found while it was made, and the job
-- that makes the next one. A COPC has no octree: only its units are here.
create table clouds (
  file_id uuid primary key references files on delete cascade,
  -- The content that the job converts, or has converted.
  content int not null,
  job_id uuid,
  language text not null,
  -- Counts every attempt, so that no two write to the same keys.
  attempts int not null default 0,
  -- The attempt whose octree is served, below `clouds/<file_id>/<octree>/`, and the content it was made from.
  octree int,
  octree_content int,
  octree_bytes bigint not null default 0,
  -- JSON: points, crs, unit, heightUnit, classes.
  facts jsonb
);

create function unclaim_octree() returns trigger language plpgsql as $$
begin
  insert into unclaimed_keys (key)
    select 'clouds/' || old.file_id || '/' || old.octree || '/' || name
    from unnest(array['metadata.json', 'hierarchy.bin', 'octree.bin']) as name
    on conflict do nothing;
  return null;
end $$;
create trigger clouds_unclaim after delete on clouds
  for each row when (old.octree is not null) execute function unclaim_octree();
create trigger clouds_unclaim_former after update of octree on clouds
  for each row when (old.octree is not null and old.octree is distinct from new.octree)
  execute function unclaim_octree();
