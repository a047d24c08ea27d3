-- What people say of a document: where it is filed, its tags, and until when it is valid.
alter table files add column folder text not null default '';
alter table files add column tags text[] not null default '{}';
alter table files add column expires_on date;

-- A restored version has the content of an earlier one, and `why` says what a version is for.
alter table file_versions drop constraint file_versions_key_key;
create index file_versions_key on file_versions (key);
alter table file_versions add column why text not null default '';

-- The text of a content, for search; a content without text has an empty one.
create table file_texts (
  file_id uuid not null,
  version int not null,
  content text not null,
  words tsvector not null,
  primary key (file_id, version),
  foreign key (file_id, version) references file_versions (file_id, version) on delete cascade
);
create index file_texts_words on file_texts using gin (words);
