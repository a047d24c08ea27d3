import { createSampleProject, grants, type Project } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { sentence } from '../../base/language.ts';
import { route, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { createType } from '../../shared/attributes/create-type.ts';
import { announceObjects, type AnnouncedChanges } from '../../shared/geometries/announce.ts';
import { applyChanges } from '../../shared/geometries/changes/apply.ts';
import { editObjects, type Editing } from '../../shared/geometries/editing.ts';
import { httpErrorOf } from '../../shared/geometries/rules.ts';
import { storedLocation } from '../../shared/geometries/writes.ts';
import { findProject, insertProject } from './stored-projects.ts';
import { readTown } from './town.ts';

export const routes: Route[] = [
  route(createSampleProject, async ({ body, caller, language, services, reply }) => {
    for (const authorization of ['attributes.write', 'geometries.write'] as const)
      if (!grants(caller.authorizations, authorization))
        throw new HttpError(403, 'auth.not-allowed', { authorization });
    const { db, events } = services;
    const projectName = body.projectName ?? sentence(language, 'projects.sample');
    const project = await editObjects({ db, events, caller, language }, (editing) =>
      makeSample(editing, projectName),
    );
    void reply.code(201);
    tagVersion(reply, project.version);
    return project;
  }),
];

/** The project, its object types and its objects. */
async function makeSample(editing: Editing, projectName: string): Promise<Project> {
  const { tx, events, caller, language } = editing;
  const town = readTown();
  const { id } = await insertProject(tx, caller, { ...town.project, projectName });
  const taken = await tx.query<{ name: string }>(
    `select name from object_types where organization_id = $1 and project_ids = '{}' and name = any($2::text[])`,
    [caller.organizationId, town.types.map(({ name }) => name)],
  );
  // A type of all projects leaves its name to no other.
  const nameOf = (name: string) => (taken.some((each) => each.name === name) ? `sample-${name}` : name);
  for (const type of town.types)
    await createType(tx, caller, { ...type, name: nameOf(type.name), projectIds: [id] });
  const changes: AnnouncedChanges = { changed: [], removed: [] };
  const decisions = await applyChanges(
    editing,
    id,
    town.objects.map(({ location, properties, typeName }) => ({
      location: location && storedLocation(location),
      properties,
      typeName: nameOf(typeName!),
    })),
    changes,
  );
  for (const decision of decisions)
    if (decision.status === 'refused') throw httpErrorOf(decision.fault, language);
  await announceTypes(tx, events, caller);
  await announceObjects(tx, events, caller, id, changes);
  return findProject(tx, caller, id);
}
