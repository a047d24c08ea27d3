-- Units and decimals in which measures and coordinates of a project are shown; null: the default ones.
alter table projects add column display_format jsonb;
