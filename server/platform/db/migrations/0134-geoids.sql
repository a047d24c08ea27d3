-- Beside shift grids the grids of geoids, by which heights above the geoid are told.
alter table crs_grids add column kind text not null default 'shift' check (kind in ('shift', 'geoid'));
-- The vertical datum of a geoid, as its publisher names it.
alter table crs_grids add column datum text;
