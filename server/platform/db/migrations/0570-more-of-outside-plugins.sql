-- What a manifest may have since version 1.1 of the interface; manifests that were uploaded before have none of it.
update outside_plugin_versions
set manifest = '{"pages": [], "importers": [], "exporters": [], "finders": []}'::jsonb || manifest;

-- When the version was approved; null: never. What was in use or had permissions was approved before this was kept.
alter table outside_plugin_versions add column approved_at timestamptz;
update outside_plugin_versions v set approved_at = v.uploaded_at
where v.granted <> '{}' or exists (select 1 from outside_plugins p where p.current_id = v.id);
