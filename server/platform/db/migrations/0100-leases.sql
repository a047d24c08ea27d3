-- A job is not begun before this moment: one that its process died of, or whose file store was away, waits a while.
alter table jobs add column run_after timestamptz not null default now();
