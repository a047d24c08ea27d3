-- Counts up whenever anything changes that decides what anyone may do, in the same transaction: who has read the rights
-- of a person need only look whether this number is still the same. The triggers wait for the commit, so that nobody
-- holds the one row while waiting for another.
create table rights_epoch (
  only_row boolean primary key default true check (only_row),
  epoch bigint not null
);
insert into rights_epoch (epoch) values (0);

create function count_rights_epoch() returns trigger language plpgsql as $$
begin
  update rights_epoch set epoch = epoch + 1;
  return null;
end $$;

create constraint trigger rights_epoch after update or delete on users
  deferrable initially deferred for each row execute function count_rights_epoch();
create constraint trigger rights_epoch after update or delete on roles
  deferrable initially deferred for each row execute function count_rights_epoch();
create constraint trigger rights_epoch after update or delete on organizations
  deferrable initially deferred for each row execute function count_rights_epoch();
create constraint trigger rights_epoch after update or delete on memberships
  deferrable initially deferred for each row execute function count_rights_epoch();
create constraint trigger rights_epoch after update or delete on sessions
  deferrable initially deferred for each row execute function count_rights_epoch();
