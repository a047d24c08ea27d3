-- Whether the people who manage the project were notified of an import that lies off (docs/decisions/0031).
alter table imports add column offset_checked boolean not null default false;
