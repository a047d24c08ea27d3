-- Signs with a text at places of a point cloud, for everybody who sees it.
create table cloud_annotations (
  id uuid primary key default gen_random_uuid(),
  cloud_id uuid not null references files on delete cascade,
  title text not null,
  text text not null,
  category text not null,
  position jsonb not null,
  camera jsonb,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null,
  updated_at timestamptz not null default now(),
  updated_by uuid references users on delete set null
);
create index cloud_annotations_cloud on cloud_annotations (cloud_id);
