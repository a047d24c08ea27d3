-- The same as transactions_project_at, which is read in both directions.
drop index transactions_moment;
