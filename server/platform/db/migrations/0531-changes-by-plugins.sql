-- The plugin from outside by which a person made the change, with its version.
alter table transactions add column plugin text;
