-- Arrows, lines and texts over a picture. `points`: JSON [[across, down], …], parts of the upright picture or of the sphere.
create table picture_marks (
  file_id uuid not null references files on delete cascade,
  id uuid not null,
  -- Their order: later ones are drawn over earlier ones.
  number int not null,
  kind text not null check (kind in ('arrow', 'line', 'text')),
  points jsonb not null,
  text text,
  colour text not null,
  -- The version of the content that it was drawn on.
  content int not null,
  drawn_by uuid not null references users,
  drawn_at timestamptz not null default now(),
  primary key (file_id, id)
);
-- Counts the changes of the marks of a file.
alter table files add column marks_version int not null default 0;
