-- NTv2 shift grids, for everybody on this server: a place has the same coordinates in every project.
create table crs_grids (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  source text not null,
  -- Metres.
  accuracy float8 not null,
  -- EPSG codes of the systems it serves.
  crs jsonb not null,
  -- West, south, east, north in degrees.
  area jsonb not null,
  sub_grids int not null,
  nodes int not null,
  key text not null unique,
  bytes int not null,
  sha256 text not null unique,
  created_at timestamptz not null default now(),
  created_by uuid not null references users
);
create trigger crs_grids_unclaim after delete on crs_grids
  for each row execute function unclaim_key();
