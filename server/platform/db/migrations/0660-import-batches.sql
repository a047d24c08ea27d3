-- Layers of one file that were imported together, and are undone and redone together.
alter table imports add column batch uuid;
create index imports_batch on imports (batch) where batch is not null;
