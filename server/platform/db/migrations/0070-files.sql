create table surveys (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  description text not null default '',
  surveyed_on date,
  -- Minutes that the cameras' clocks are ahead of UTC, for photos that do not say it themselves.
  camera_offset int,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null references users,
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users
);
create index surveys_project on surveys (project_id);

-- A way that was gone. `positions`: JSON [[longitude, latitude, height|null, seconds since 1970|null, heading|null], …].
create table survey_tracks (
  id uuid primary key default gen_random_uuid(),
  survey_id uuid not null references surveys on delete cascade,
  name text not null,
  file_name text not null,
  count int not null,
  started_at timestamptz,
  ended_at timestamptz,
  positions text not null,
  created_at timestamptz not null default now(),
  created_by uuid not null references users
);
create index survey_tracks_survey on survey_tracks (survey_id);

-- Everything that is uploaded to be kept. `geometry_id` without a reference: an object that was deleted may come back by
-- undo, and then has its files again; `orphaned_at` is when it was first found gone.
create table files (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('document', 'panoramic', 'bim', 'pointcloud', 'pointcloud-image')),
  project_id uuid not null references projects on delete cascade,
  geometry_id uuid,
  survey_id uuid references surveys on delete cascade,
  pointcloud_id uuid references files on delete cascade,
  name text not null,
  version int not null default 1,
  -- The one of file_versions that is its content now.
  content int not null default 1,
  -- Where and how it stands, as JSON of its kind: of a panoramic its place, of a model its center.
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  created_by uuid not null references users,
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users,
  orphaned_at timestamptz
);
create index files_project on files (project_id, kind);
create index files_geometry on files (geometry_id) where geometry_id is not null;
create index files_survey on files (survey_id) where survey_id is not null;
create index files_pointcloud on files (pointcloud_id) where pointcloud_id is not null;

create table file_versions (
  file_id uuid not null references files on delete cascade,
  version int not null,
  key text not null unique,
  bytes bigint not null,
  sha256 text not null,
  media_type text not null,
  -- What was read from the content: of a photo its EXIF, of a model or cloud its header.
  facts jsonb,
  at timestamptz not null default now(),
  by_user uuid not null references users,
  primary key (file_id, version)
);

-- Keys in the storage that no record claims: of an upload under way, or of a record that was deleted. What is here for a
-- day is removed from the storage.
create table unclaimed_keys (
  key text primary key,
  since timestamptz not null default now()
);
create index unclaimed_keys_since on unclaimed_keys (since);

create function unclaim_key() returns trigger language plpgsql as $$
begin
  insert into unclaimed_keys (key) values (old.key) on conflict do nothing;
  return null;
end $$;
create trigger file_versions_unclaim after delete on file_versions
  for each row execute function unclaim_key();
