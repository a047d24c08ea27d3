-- Who surveyed, with what, and how good its positions and directions are (metres and degrees, one standard deviation).
alter table surveys
  add column people text not null default '',
  add column instrument text not null default '',
  add column position_accuracy float8,
  add column direction_accuracy float8,
  -- Seconds added to the time of every photo before it is placed along a track: a camera's clock is seldom right.
  add column clock_shift float8 not null default 0;

-- The pyramid of a panorama: which of its contents it was made from, and the job that makes the next one.
create table panoramas (
  file_id uuid primary key references files on delete cascade,
  -- The content that the job converts, or has converted.
  content int not null,
  job_id uuid,
  language text not null,
  -- Counts every attempt, so that no two write to the same key.
  attempts int not null default 0,
  -- The attempt whose pyramid is served, and the content it was made from.
  pyramid int,
  pyramid_content int,
  -- All its pictures in one file: the base, then the tiles of every level from the coarsest, row by row.
  key text,
  -- JSON: width of the whole sphere, columns of the finest level, crop [left, top, width, height] of what the picture has.
  facts jsonb,
  -- JSON: where each picture begins in the file, and at last its end. What the picture does not have is empty.
  offsets jsonb
);

create trigger panoramas_unclaim after delete on panoramas
  for each row when (old.key is not null) execute function unclaim_key();
create trigger panoramas_unclaim_former after update of key on panoramas
  for each row when (old.key is not null and old.key is distinct from new.key) execute function unclaim_key();
