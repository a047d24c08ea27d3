import type { FastifyReply } from 'fastify';
import { uuidAtEnd } from '../../base/uuid.ts';
import type { Queries } from '../../platform/db/database.ts';
import { hasHeights } from '../../formats/shapes.ts';
import { authorize } from '../../http/gate/gate.ts';
import { crsNamed, WGS84, type RequestCrs } from '../features/crs.ts';
import {
  conflict,
  editFeatures,
  type FeatureEdit,
  type FeatureEdits,
  type LockedFeature,
} from '../features/feature-edits.ts';
import { singlePart, withoutNulls } from '../features/feature-values.ts';
import { keepHeights } from '../features/keep-heights.ts';
import { FeatureConditions } from '../features/selection.ts';
import { about, duringAction, WfsError } from './exceptions.ts';
import { filterSql } from './fes.ts';
import { layerNamed, layersOf, type WfsLayer } from './layer.ts';
import { actionsOf, type Action } from './transaction-request.ts';
import { transactionResponse, type TransactionResult } from './transaction-response.ts';
import { valuesOf, type GivenGeometry } from './transaction-values.ts';
import type { WfsServiceRequest } from './wfs-service-request.ts';
import { children, type Element } from './xml.ts';

/** WFS-T: all actions are carried out in one transaction of the database, or none. */
export async function transaction(context: WfsServiceRequest): Promise<FastifyReply> {
  const { services, caller, language, wfs, reply } = context;
  if (!wfs.xml) throw new WfsError('OperationParsingFailed', 'Transaction', 'wfs.post-only');
  const actions = actionsOf(wfs.xml);
  if (actions.some(({ kind }) => kind !== 'delete')) authorize(caller, 'geometries.write');
  if (actions.some(({ kind }) => kind === 'delete')) authorize(caller, 'geometries.delete');
  // Before the transaction of the database, in which an error would end it.
  const layers = await layersOf(services.db, context);
  const crs = await systemsIn(services.db, wfs);
  const result = await editFeatures(services, caller, language, async (edits) => {
    const run = new TransactionRun({ ...context, layers, crs }, edits);
    for (const action of actions) await duringAction(action.handle, () => run.carryOut(action));
    return run.result;
  });
  return reply
    .type(`${wfs.dialect.version === '2.0.0' ? 'application' : 'text'}/xml; charset=utf-8`)
    .send(transactionResponse(wfs.dialect, result));
}

interface TransactionContext extends WfsServiceRequest {
  layers: readonly WfsLayer[];
  /** By the names in the request. */
  crs: ReadonlyMap<string, RequestCrs>;
}

class TransactionRun {
  readonly result: TransactionResult = { inserted: [], updated: 0, replaced: [], deleted: 0 };
  #context: TransactionContext;
  #edits: FeatureEdits;
  #defaultCrs: RequestCrs;

  constructor(context: TransactionContext, edits: FeatureEdits) {
    this.#context = context;
    this.#edits = edits;
    this.#defaultCrs = isEastFirst(context.wfs) ? { ...WGS84, northFirst: false } : WGS84;
  }

  async carryOut(action: Action): Promise<void> {
    switch (action.kind) {
      case 'insert':
        return this.#insert(action);
      case 'update':
        return this.#update(action);
      case 'replace':
        return this.#replace(action);
      case 'delete': {
        const layer = this.#layer(action.typeName);
        const locked = await this.#lock(layer, action.filter);
        await this.#write(layer, locked, () => Promise.resolve({ deleted: true }));
        this.result.deleted += locked.length;
      }
    }
  }

  async #insert({ features, srsName, handle }: Action & { kind: 'insert' }): Promise<void> {
    const changes: FeatureEdit[] = [];
    const layers: WfsLayer[] = [];
    for (const [n, feature] of features.entries()) {
      const layer = this.#layer(feature.name);
      const { location, properties, projectId = this.#context.projectId } = valuesOf(layer, partsOf(feature));
      if (!layer.type)
        throw new WfsError('InvalidParameterValue', layer.element, 'wfs.insert-into-all', {
          type: layer.element,
        });
      if (!location) throw new WfsError('MissingParameterValue', handle, 'geometries.no-location');
      if (projectId === undefined) throw new WfsError('MissingParameterValue', handle, 'open.no-project');
      changes.push({
        projectId,
        typeName: layer.type.name,
        location: await this.#placed(location, srsName),
        properties: withoutNulls(properties),
        label: `${layer.element} ${n + 1}`,
      });
      layers.push(layer);
    }
    const written = await this.#edits.write(changes);
    for (const [n, { id }] of written.entries())
      this.result.inserted.push({ handle, id: `${layers[n]!.element}.${id}` });
  }

  async #update({ typeName, filter, values, srsName }: Action & { kind: 'update' }): Promise<void> {
    const layer = this.#layer(typeName);
    const { location, properties } = valuesOf(layer, values);
    const isFlat = location !== undefined && !hasHeights(location.geometry);
    const locked = await this.#lock(layer, filter, isFlat);
    await this.#write(layer, locked, async ({ geometryType, withHeights }) => {
      if (!location) return { set: () => properties };
      const placed = await this.#placed(location, srsName, geometryType);
      return { location: withHeights ? keepHeights(withHeights, placed) : placed, set: () => properties };
    });
    this.result.updated += locked.length;
  }

  async #replace({ feature, filter, srsName, handle }: Action & { kind: 'replace' }): Promise<void> {
    const layer = this.#layer(feature.name);
    const { location, properties } = valuesOf(layer, partsOf(feature));
    if (!location) throw new WfsError('MissingParameterValue', handle, 'geometries.no-location');
    const locked = await this.#lock(layer, filter);
    await this.#write(layer, locked, async ({ geometryType }) => ({
      location: await this.#placed(location, srsName, geometryType),
      properties: withoutNulls(properties),
    }));
    for (const { id } of locked) this.result.replaced.push({ handle, id: `${layer.element}.${id}` });
  }

  #layer(name: string): WfsLayer {
    return layerNamed(this.#context.layers, name, 'typeName');
  }

  /** The objects of the filter; one whose version the filter names must still be in that version. */
  async #lock(layer: WfsLayer, filter: Element, readHeights = false): Promise<LockedFeature[]> {
    const { crs } = this.#context;
    const selection = new FeatureConditions(layer.scope);
    await about('filter', async () => {
      const target = { layer, selection, defaultCrs: this.#defaultCrs };
      selection.and(
        await filterSql(filter, { ...target, crsNamed: (name) => Promise.resolve(crs.get(name)!) }),
      );
    });
    const locked = await this.#edits.lock(selection, readHeights);
    const expected = versionsIn(filter);
    for (const { id, version } of locked)
      if ((expected.get(id) ?? version) !== version) throw conflict(version);
    return locked;
  }

  async #write(
    layer: WfsLayer,
    features: readonly LockedFeature[],
    change: (feature: LockedFeature) => Promise<Partial<FeatureEdit>>,
  ): Promise<void> {
    const edits: FeatureEdit[] = [];
    for (const feature of features) {
      const { id, projectId, version } = feature;
      const label = `${layer.element}.${id}`;
      edits.push({ id, known: true, projectId, version, label, ...(await change(feature)) });
    }
    await this.#edits.write(edits);
  }

  async #placed(
    { geometry, srsName }: GivenGeometry,
    ofAction: string | undefined,
    before?: LockedFeature['geometryType'],
  ): Promise<NonNullable<FeatureEdit['location']>> {
    const name = srsName ?? ofAction;
    const crs = name ? this.#context.crs.get(name)! : this.#defaultCrs;
    const [placed] = await this.#edits.placed([singlePart(geometry, before)], crs);
    return placed!;
  }
}

/**
 * Transactions of WFS 1.0 know only longitude before latitude, also where they name the system by a URN: QGIS writes in
 * 1.0 what it has read in 2.0, and copies the name.
 */
function isEastFirst({ dialect }: WfsServiceRequest['wfs']): boolean {
  return dialect.gmlVersion === '2.1';
}

/** The systems that the request names anywhere. Throws WfsError for an unknown one. */
async function systemsIn(db: Queries, wfs: WfsServiceRequest['wfs']): Promise<Map<string, RequestCrs>> {
  const found = new Map<string, RequestCrs>();
  for (const name of namesIn(wfs.xml!)) {
    const crs = await about('srsName', () => crsNamed(db, name));
    found.set(name, isEastFirst(wfs) ? { ...crs, northFirst: false } : crs);
  }
  return found;
}

function namesIn(xml: Element): Set<string> {
  const names = new Set<string>();
  const all = [xml];
  for (let element = all.pop(); element; element = all.pop()) {
    const name = element.attributes.get('srsName');
    if (name) names.add(name);
    for (const inner of element.children) all.push(inner);
  }
  return names;
}

function partsOf(feature: Element): { reference: string; value: Element }[] {
  return feature.children.map((value) => ({ reference: value.name, value }));
}

/** Versions named by `<fes:ResourceId rid="parcel.…" version="3"/>`, by id. */
function versionsIn(filter: Element): Map<string, number> {
  const found = new Map<string, number>();
  for (const { attributes } of children(filter, 'ResourceId')) {
    const id = uuidAtEnd(attributes.get('rid') ?? '');
    const version = attributes.get('version') ?? '';
    if (id !== undefined && /^\d{1,15}$/.test(version)) found.set(id, Number(version));
  }
  return found;
}
