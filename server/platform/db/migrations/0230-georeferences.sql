-- Where files are on the earth, a row a version. `basis` names what the coordinates in the file were when it was placed:
-- where they have become others, the place no longer counts.
create table georeferences (
  file_id uuid not null references files on delete cascade,
  version int not null,
  basis text not null,
  georeference jsonb not null,
  created_at timestamptz not null default now(),
  created_by uuid not null references users,
  primary key (file_id, version)
);
