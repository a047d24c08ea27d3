-- What points and lines of field books become by their codes.
create table field_codes (
  organization_id uuid primary key references organizations on delete cascade,
  -- A FieldCodeList.
  list jsonb not null,
  version int not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references users on delete set null
);
-- The key of a point or of a line.
alter table field_book_objects add column is_line boolean not null default false;
alter table field_book_objects drop constraint field_book_objects_pkey;
alter table field_book_objects add primary key (book_id, is_line, point);
