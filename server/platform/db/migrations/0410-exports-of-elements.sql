-- Elements of BIM models are exported, too.
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check
  check (kind in ('data', 'document', 'report', 'intersections', 'points', 'elements'));
