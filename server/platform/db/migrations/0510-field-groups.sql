-- The groups of fields in the forms of object types, in order: JSON with `name`, `title` and `when`.
alter table object_types add column groups jsonb not null default '[]';
