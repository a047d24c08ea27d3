import { geometryProblem, type Geometry } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { holdUnarchived } from '../../http/gate/archived.ts';
import type { Services } from '../../platform/services/services.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { announceObjects, latestChanges, type AnnouncedChanges } from '../../shared/geometries/announce.ts';
import { applyChanges } from '../../shared/geometries/changes/apply.ts';
import type { Decision, ObjectChange } from '../../shared/geometries/changes/decide.ts';
import { editObjects, type Editing } from '../../shared/geometries/editing.ts';
import { httpErrorOf } from '../../shared/geometries/rules.ts';
import { storedLocation } from '../../shared/geometries/writes.ts';
import { toWgs84 } from './geometry-in.ts';
import type { RequestCrs } from './crs.ts';
import { withQueryErrors } from './read.ts';
import type { FeatureConditions } from './selection.ts';

/** An object that a request selects for a change, locked until the transaction ends. */
export interface LockedFeature {
  id: string;
  projectId: string;
  version: number;
  geometryType: Geometry['type'];
  /** Where it was asked for, and has heights. */
  withHeights?: Geometry | null;
}

/** One change of a project's object; its geometry is in WGS 84, longitude first. */
export interface FeatureEdit extends Omit<ObjectChange, 'location'> {
  projectId: string;
  location?: Geometry | undefined;
  /** How errors name it, where there are several. */
  label?: string | undefined;
}

/** Most objects that one request may change. */
export const MAX_EDITS = 10_000;

/** The changes of one request from another program: all of them are written, or none. */
export class FeatureEdits {
  #editing: Editing;
  #announced = new Map<string, AnnouncedChanges>();
  #count = 0;

  constructor(editing: Editing) {
    this.#editing = editing;
  }

  /**
   * Locks the selected objects in the order of their ids; `readHeights` reads the geometries of those that have heights.
   * Throws 413 for more than the request may still change.
   */
  async lock(selection: FeatureConditions, readHeights = false): Promise<LockedFeature[]> {
    const { tx } = this.#editing;
    const { visible, params } = selection;
    const locked = await withQueryErrors(() =>
      tx.query<LockedFeature>(
        `select g.id, g.project_id as "projectId", g.version, substr(st_geometrytype(g.geom), 4) as "geometryType"
           ${readHeights ? ', case when st_ndims(g.geom) > 2 then st_asgeojson(g.geom, 15)::jsonb end as "withHeights"' : ''}
         from geometries g where ${visible} order by g.id limit ${MAX_EDITS + 1} for update of g`,
        params,
      ),
    );
    this.#refuseMore(locked.length);
    return locked;
  }

  /** Coordinates of a request in WGS 84. Throws 422 where they are none. */
  async placed(geometries: readonly Geometry[], crs: RequestCrs): Promise<Geometry[]> {
    const placed = await toWgs84(this.#editing.tx, geometries, crs);
    for (const geometry of placed) {
      const problem = geometryProblem(geometry);
      if (problem)
        throw new HttpError(422, `geometry.${problem.key}`, {
          path: problem.path,
          value: problem.value ?? '',
        });
    }
    return placed;
  }

  /**
   * Writes changes of different objects of one project; returns ids and versions in their order. Throws what the
   * single calls throw: 404, 412, 422.
   */
  async write(edits: readonly FeatureEdit[]): Promise<{ id: string; version: number }[]> {
    this.#refuseMore(edits.length);
    this.#count += edits.length;
    const written: { id: string; version: number }[] = [];
    for (const [projectId, places] of byProject(edits)) {
      const announced = await this.#open(projectId);
      const changes = places.map((place) => changeOf(edits[place]!));
      const decisions = await applyChanges(this.#editing, projectId, changes, announced);
      decisions.forEach((decision, n) => {
        const place = places[n]!;
        written[place] = this.#result(decision, edits.length > 1 ? edits[place]!.label : undefined);
      });
    }
    return written;
  }

  /** Tells everybody who has the projects open; the last statement of the transaction. */
  async finish(): Promise<void> {
    const { tx, events, caller } = this.#editing;
    for (const [projectId, announced] of this.#announced)
      await announceObjects(tx, events, caller, projectId, latestChanges(announced));
  }

  async #open(projectId: string): Promise<AnnouncedChanges> {
    const known = this.#announced.get(projectId);
    if (known) return known;
    const { tx, caller } = this.#editing;
    await requireProject(tx, caller, projectId);
    await holdUnarchived(tx, [projectId]);
    const announced: AnnouncedChanges = { changed: [], removed: [] };
    this.#announced.set(projectId, announced);
    return announced;
  }

  #result(decision: Decision, label: string | undefined): { id: string; version: number } {
    switch (decision.status) {
      case 'write':
        return { id: decision.write.id, version: decision.write.version };
      case 'done':
        return decision;
      case 'conflict':
        throw this.#about(label, conflict(decision.current?.version));
      case 'refused':
        throw this.#about(label, httpErrorOf(decision.fault, this.#editing.language));
    }
  }

  /** The error of one of several changes. */
  #about(label: string | undefined, error: HttpError): HttpError {
    if (label === undefined) return error;
    const { status, key, values } = error;
    const reason = sentence(this.#editing.language, key, values);
    return new HttpError(status, 'open.change-refused', { label, reason });
  }

  #refuseMore(count: number): void {
    if (this.#count + count > MAX_EDITS)
      throw new HttpError(413, 'open.too-many-changes', { most: MAX_EDITS });
  }
}

/** Runs `work` in one transaction, again while other writers interfere. */
export function editFeatures<T>(
  { db, events }: Services,
  caller: Caller,
  language: Editing['language'],
  work: (edits: FeatureEdits) => Promise<T>,
): Promise<T> {
  return editObjects({ db, events, caller, language }, async (editing) => {
    const edits = new FeatureEdits(editing);
    const result = await work(edits);
    await edits.finish();
    return result;
  });
}

/** 412: the object is no longer in the version that the change is based on. */
export function conflict(version: number | undefined): HttpError {
  return new HttpError(412, 'open.changed-since', {}, version ? { headers: { etag: `"${version}"` } } : {});
}

function changeOf({ projectId: _, label: __, location, ...change }: FeatureEdit): ObjectChange {
  return { ...change, location: location && storedLocation(location) };
}

function byProject(edits: readonly FeatureEdit[]): Map<string, number[]> {
  const projects = new Map<string, number[]>();
  edits.forEach(({ projectId }, n) => projects.set(projectId, [...(projects.get(projectId) ?? []), n]));
  return projects;
}
