-- Plugins were renamed: `tool:<plugin>.<tool>` and `plugin:<plugin>` are held under the new names, and what was ever given too.
create function renamed_grants(held text[]) returns text[] language sql as $$
  select coalesce(array_agg(name order by at), '{}')
  from (
    select coalesce(regexp_replace(one, '^(tool|plugin):[^.]+', '\1:' || plugins.now), one) as name, min(at) as at
    from unnest(held) with ordinality as grants (one, at)
    left join (values
      ('drafting-2d', 'drafting'),
      ('draw-2d', 'draw'),
      ('draw-3d', 'facades'),
      ('lists-2d', 'shapes'),
      ('merge-2d', 'merge'),
      ('modify-2d', 'modify'),
      ('paste-2d', 'paste'),
      ('precise-2d', 'drafting'),
      ('reshape-2d', 'reshape'),
      ('select-2d', 'selection-tools'),
      ('shapes-2d', 'shapes'),
      ('split-2d', 'split'),
      ('sun-3d', 'globe-views'),
      ('table-2d', 'table'),
      ('transform-2d', 'transform'),
      ('trim-2d', 'trim'),
      ('underground-3d', 'globe-views'),
      ('validate-2d', 'validate'),
      ('walk-3d', 'walk')
    ) as plugins (before, now) on plugins.before = substring(one from '^(?:tool|plugin):([^.]+)')
    group by 1
  ) as renamed
$$;

update roles
set authorizations = renamed_grants(authorizations), given = renamed_grants(given), version = version + 1
where renamed_grants(authorizations) <> authorizations or renamed_grants(given) <> given;

drop function renamed_grants(text[]);
