-- The activity report asks for a period over the projects of a person.
create index transactions_project_at on transactions (project_id, at);
