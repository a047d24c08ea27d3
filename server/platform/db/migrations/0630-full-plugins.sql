-- Whether the organization allows plugins that are part of the page; then also those that run in no frame of their own.
alter table organizations add column full_plugins boolean not null default false;

-- Versions that were uploaded before the kinds are contained.
update outside_plugin_versions set manifest = '{"kind": "contained"}'::jsonb || manifest;
