-- How tiles are kept, for every process alike: `epoch` counts up whenever all that was kept is to be made anew.
create table cache_state (
  only_row boolean primary key default true check (only_row),
  auto_invalidation boolean not null default true,
  epoch bigint not null default 0,
  invalidated_at timestamptz not null default now()
);
insert into cache_state default values;

-- Tiles kept whatever changes, while automatic invalidation is off. `seen_as` tells apart people who see different types.
create table kept_tiles (
  project_id uuid not null references projects on delete cascade,
  epoch bigint not null,
  seen_as text not null,
  z int not null,
  x int not null,
  y int not null,
  tile bytea not null,
  primary key (project_id, epoch, seen_as, z, x, y)
);
