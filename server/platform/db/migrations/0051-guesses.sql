-- Guesses at passwords and one-time tokens within the last minutes, by the hash of who guesses and at what: one count for
-- all server processes.
create table guesses (
  key bytea primary key,
  times timestamptz[] not null,
  last_at timestamptz not null
);
create index guesses_last on guesses (last_at);
