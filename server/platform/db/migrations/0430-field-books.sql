-- Observations of total stations and levels, as their files say them and as persons correct them.
create table field_books (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects on delete cascade,
  name text not null,
  file_name text not null,
  format text not null,
  instrument text not null default '',
  -- Units of the file, JSON: angle and length. All values are stored in degrees and metres.
  units jsonb not null,
  crs text,
  heights text not null default 'sea-level' check (heights in ('sea-level', 'ellipsoid')),
  settings jsonb not null,
  known jsonb not null default '[]',
  problems jsonb not null default '[]',
  problem_count int not null default 0,
  job_id uuid,
  result jsonb,
  computed_version int,
  -- Points that the last computation has moved.
  moved jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references users on delete set null,
  updated_at timestamptz not null default now(),
  updated_by uuid references users on delete set null
);
create index field_books_project on field_books (project_id, created_at desc);

create table field_book_records (
  book_id uuid not null references field_books on delete cascade,
  ordinal int not null,
  kind text not null,
  record jsonb not null,
  -- What the file says, where a person has corrected it.
  original jsonb,
  used boolean not null default true,
  primary key (book_id, ordinal)
);
create index field_book_stations on field_book_records (book_id, ordinal) where kind = 'station';

-- The objects that were made of points; an object may be deleted and restored meanwhile.
create table field_book_objects (
  book_id uuid not null references field_books on delete cascade,
  point text not null,
  geometry_id uuid not null,
  primary key (book_id, point)
);
