-- Keys for the browsers of people who were deleted are of no use to anybody.
delete from settings s using users u where s.name = 'device-key/' || u.id::text and u.deleted_at is not null;
