-- Versions of the classes of a point cloud's points, of one content and one octree of it. The classes are in the storage;
-- `state` is the key of the file that tells where those of every edited node are.
create table cloud_edits (
  file_id uuid not null references files on delete cascade,
  content int not null,
  -- 0: a COPC.
  octree int not null,
  version int not null,
  kind text not null,
  from_classes int[],
  to_class int,
  points bigint not null,
  restored int,
  state text,
  created_at timestamptz not null default now(),
  created_by uuid not null references users,
  primary key (file_id, content, octree, version)
);

-- An undo has the state of an earlier version, so that several rows may name a file, which goes with the last.
create function unclaim_edit() returns trigger language plpgsql as $$
begin
  insert into unclaimed_keys (key) values (old.state) on conflict do nothing;
  return null;
end $$;
create trigger cloud_edits_unclaim after delete on cloud_edits
  for each row when (old.state is not null and old.restored is null) execute function unclaim_edit();
