-- The moment that text names as an ISO date, with or without a time; a day is its beginning, UTC where no zone is said.
-- Null for any other text: attributes are kept as they came, and a search must not fail over one of them.
create function moment_of(value text) returns timestamptz language sql stable parallel safe as $$
  select case when value ~
    '^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?)?$'
  then case when substr(value, 9, 2)::int <= case substr(value, 6, 2)
      when '02' then case when substr(value, 1, 4)::int % 4 = 0
        and (substr(value, 1, 4)::int % 100 <> 0 or substr(value, 1, 4)::int % 400 = 0) then 29 else 28 end
      when '04' then 30 when '06' then 30 when '09' then 30 when '11' then 30 else 31 end
    then (value || case when value !~ 'T' then 'T00:00Z' when value ~ '(Z|[+-]\d\d:\d\d)$' then '' else 'Z' end)::timestamptz
  end end
$$;
