-- Tokens that only read; those made before can also write, as they could.
alter table personal_tokens add column read_only boolean not null default false;
