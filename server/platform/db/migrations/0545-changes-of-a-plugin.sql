-- All that a plugin from outside did in a project.
create index transactions_plugin on transactions (project_id, plugin) where plugin is not null;
