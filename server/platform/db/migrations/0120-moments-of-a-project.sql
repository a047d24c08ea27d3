-- What was done to a project is read moment by moment; all that one database transaction writes has one `at`.
create index transactions_moment on transactions (project_id, at desc);
