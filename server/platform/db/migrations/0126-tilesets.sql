-- 3D Tiles sets of one project each: an archive that was uploaded, kept as it came, or the address of one elsewhere.
create table tilesets (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  -- Of an archive: its name, and where it is kept.
  file_name text,
  key text unique,
  -- Of one elsewhere: the address of its root.
  address text,
  -- The path of its root: in the archive, or below the folder of the address.
  root text not null,
  edition text not null check (edition in ('1.0', '1.1')),
  bytes bigint not null default 0,
  -- JSON: place, tint, opacity, clip, visible.
  look jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null references users,
  updated_at timestamptz not null default now(),
  updated_by uuid not null references users,
  check ((key is null) <> (address is null))
);
create index tilesets_project on tilesets (project_id);
create trigger tilesets_unclaim after delete on tilesets
  for each row when (old.key is not null) execute function unclaim_key();

-- Where each file of an archive lies in it, so that one is answered without unpacking the whole.
create table tileset_files (
  tileset_id uuid not null references tilesets on delete cascade,
  path text not null,
  start bigint not null,
  packed bigint not null,
  bytes bigint not null,
  deflated boolean not null,
  -- The file itself is packed by gzip, as tools write tiles that web servers send as they are.
  gzipped boolean not null,
  primary key (tileset_id, path)
);
