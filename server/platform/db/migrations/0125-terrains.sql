-- Grounds with heights, of one project each; never changed, only added and deleted: an id names its tiles for ever.
create table terrains (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  file_name text not null,
  -- What the heights of the source are above.
  heights text not null check (heights in ('ellipsoid', 'egm96')),
  crs text not null,
  -- Metres; heights above the ellipsoid.
  resolution float8 not null,
  lowest float8 not null,
  highest float8 not null,
  -- West, south, east, north in degrees.
  extent jsonb not null,
  -- Level of the finest tiles.
  finest int not null,
  key text not null unique,
  bytes bigint not null,
  created_at timestamptz not null default now(),
  created_by uuid not null references users
);
create index terrains_project on terrains (project_id);
create trigger terrains_unclaim after delete on terrains
  for each row execute function unclaim_key();
