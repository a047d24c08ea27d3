-- Points of clouds are exported, too; `type_names` is then the viewer that a person can be blocked from.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check
  check (kind in ('data', 'document', 'report', 'intersections', 'points'));
