import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Caller, blockedTypes } from '../../base/caller.ts';
import { scopeOf, typeNamesOf } from './scope.ts';

const SERVER = path.resolve(import.meta.dirname, '../..');

/** Files with statements on objects without a scope, and the reason for each. */
const PAST_THE_SCOPE: Record<string, string> = {
  'http/gate/archived.ts': 'whether an id belongs to an archived project, told to its members only',
  'api/attributes/images.ts': 'the list of pictures of a type that was held through a scope',
  'api/attributes/affected-objects.ts':
    'the number of objects in projects of others, which a change must spare',
  'api/attributes/delete-type.ts': 'a type that was held through a scope',
  'shared/attributes/types.ts': 'the number of all objects of a type, which its deletion must name',
  'api/attributes/fields.ts': 'the fields of a type that was held through a scope',
  'api/attributes/routes.ts':
    'the name of a type is one for its whole organization, whoever sees it; writes follow a scoped read',
  'api/projects/routes.ts': 'the object types of a deleted project',
  'api/projects/sample.ts':
    'whether a type of all projects, whoever sees it, has a name that the sample needs',
  'api/projects/copy-job.ts': 'the object types of a copy that has failed',
  'shared/attributes/create-type.ts':
    'the count of all types of an organization chooses the colours of a new one',
  'shared/geometries/about.ts':
    'what the import of an object tells of it, where the object is read through a scope',
  'shared/extents/changes.ts':
    'extents of each type; who reads them leaves out those that the person may not see',
  'shared/counts/counts.ts':
    'counts of each type; who reads them leaves out those that the person may not see',
  'shared/overviews/classes.ts':
    'how the types of a project sort objects into classes; a tile leaves out blocked types',
  'shared/overviews/build.ts':
    'covered cells of each type; a tile leaves out blocked types and reads large objects through a scope',
  'shared/overviews/objects.ts': 'its callers pass the condition, which contains the scope',
  'shared/files/sweep.ts': 'whether an object is gone for good, whoever saw it',
  'shared/geometries/rules.ts': 'whether an id is free, whoever had it',
  'shared/geometries/unique-values.ts':
    'a value is unique over all objects of a type; only whether one exists, or the record of a file, is told',
  'shared/geometries/store.ts': 'writes objects that were held through a scope, and their history',
  'api/imports/compute-imported.ts': 'objects that the same transaction has imported',
  'api/imports/notify-offsets.ts':
    'a notification at the start to those who manage a project, of its own imports',
  'api/imports/layer-import.ts': 'a job of a person whose project and type were checked when it was queued',
  'api/geometries/unfinished-changes.ts': 'whether a change has left a part, which its author takes back',
  'api/imports/undo.ts': 'objects of an import that was read through a scope before',
  'api/imports/redo.ts': 'objects of an import that was read through a scope before',
};

describe('the scope of a person, as SQL', () => {
  const caller: Caller = {
    userId: 'u',
    email: '',
    name: '',
    roleId: 'r',
    roleName: '',
    authorizations: [],
    superAdministrator: false,
    organizationId: 'o',
    organizationName: '',
    sessionId: 's',
    blockedLayers: ['map-3d', 'secret'],
    language: null,
  };

  it('does not treat blocked viewers as types', () => {
    expect(blockedTypes(caller)).toEqual(['secret']);
  });

  it('passes person, organization, project and types as parameters, numbered after the existing ones', () => {
    const params: unknown[] = ['first'];
    const text = scopeOf(caller, { projectId: 'p', typeNames: ['a'], excluded: ['b'] }).objects('g', params);
    expect(params).toEqual(['first', 'u', 'o', 'p', 'p', ['secret', 'b'], 'a']);
    expect([...text.matchAll(/\$(\d)/g)].map((found) => found[1])).toEqual(['2', '3', '4', '5', '6', '7']);
    expect(text).toContain('not (g.type_name = any($6::text[]))');
  });

  it('reads type names from a header, each percent-encoded', () => {
    expect(typeNamesOf('a%2Cb, c')).toEqual(['a,b', 'c']);
    expect(typeNamesOf(' , ')).toBeUndefined();
    expect(typeNamesOf('100%')).toEqual(['100%']);
  });

  it('is in every statement on objects, except in the listed files', async () => {
    const past: string[] = [];
    for (const entry of await fs.readdir(SERVER, { recursive: true })) {
      if (!entry.endsWith('.ts') || entry.endsWith('.test.ts') || /^(testing|shared\/access)\//.test(entry))
        continue;
      const text = await fs.readFile(path.join(SERVER, entry), 'utf8');
      for (const statement of literals(text))
        if (TOUCHES.test(statement) && !SCOPED.test(statement)) past.push(entry.replaceAll(path.sep, '/'));
    }
    const unexplained = [...new Set(past)].filter((file) => !(file in PAST_THE_SCOPE));
    expect(unexplained).toEqual([]);
    const needless = Object.keys(PAST_THE_SCOPE).filter((file) => !past.includes(file));
    expect(needless).toEqual([]);
  });
});

const TOUCHES = /\b(from|join|update|into)\s+(geometries|transactions|object_types|object_counts|imports)\b/i;
/** The condition of a scope, or one derived from it under one of these names. */
const SCOPED = /\.(objects|types)\(|\$\{(place|visible|from)\}/;

/** The template and quoted strings of a source text that look like SQL. */
function literals(text: string): string[] {
  return text.match(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'/g) ?? [];
}
