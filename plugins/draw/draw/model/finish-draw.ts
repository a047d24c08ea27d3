import { makeAutoObservable, observableRef } from 'mobx';
import type { Api } from '#core/api';
import { add, type MapObject } from '#core/document';
import { AppError, newUuid, serviceToken } from '#core/kernel';
import { createAttribute, grants, type ObjectType, type Position } from '#core/protocol';
import type { Session } from '#core/session';
import { DRAWN_AS, HEIGHTS_FROM, type FinishedPath, type FinishDrawing } from '../api.ts';
import type { RecentTypes } from './recent-types.ts';
import { fits, geometryOf } from './shape.ts';

export interface ObjectDescription {
  readonly typeName: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Ellipsoidal height in metres for vertices without one; undefined leaves them without. */
  readonly height: number | undefined;
}

/**
 * The finish-draw modal: a tool opens it with a path, and it closes by storing the path as an object or dropping it.
 */
export class FinishDraw implements FinishDrawing {
  drawn: FinishedPath | undefined = undefined;
  /** The height with which a single point was drawn: the dialog offers it, `drawn` is without it. */
  pointHeight: number | undefined = undefined;
  /** The object stored last: a hole can be cut into it at once. */
  lastId: string | undefined = undefined;
  #answer: { saved: (saved: boolean) => void; failed: (failure: AppError) => void } | undefined;

  constructor(
    readonly api: Api,
    readonly session: Session,
    readonly recent: RecentTypes,
  ) {
    makeAutoObservable(this, {
      drawn: observableRef,
      mayCreateType: false,
      api: false,
      session: false,
      recent: false,
    });
  }

  get isOpen(): boolean {
    return this.drawn !== undefined;
  }

  ask(path: FinishedPath, signal?: AbortSignal): Promise<boolean> {
    this.close();
    const isPoint = path.kind === 'point' && !path.more?.length;
    const drawn = isPoint ? { ...path, vertices: path.vertices.map(([x, y]): Position => [x, y]) } : path;
    this.pointHeight = isPoint ? path.vertices[0]?.[2] : undefined;
    this.drawn = drawn;
    signal?.addEventListener('abort', () => this.drawn === drawn && this.close(), { once: true });
    return new Promise((saved, failed) => {
      this.#answer = { saved, failed };
    });
  }

  /** The object types that this path can become, the last used first. */
  typesFor({ project, kind }: FinishedPath): ObjectType[] {
    return this.recent.sort([...project.types.values()].filter((type) => fits(type, kind)));
  }

  get mayCreateType(): boolean {
    return grants(this.session.me?.authorizations ?? [], 'attributes.write');
  }

  /**
   * Creates an object type for the drawn geometry; resolves to its name. Throws AppError with the server's message.
   */
  async createType(name: string): Promise<string> {
    const { project, kind } = this.drawn!;
    const { type: geometryType } = geometryOf(kind, this.drawn!.vertices, undefined, null);
    const answer = await this.api.call(createAttribute, {
      body: { name, geometryType, projectIds: [project.project.id] },
    });
    await project.reloadTypes();
    return answer.data.name;
  }

  /** Adds the object (or objects) to the document as one undoable step. */
  keep({ typeName, properties, height }: ObjectDescription): void {
    if (!this.drawn) return;
    const { project, kind, vertices, more = [], as, source } = this.drawn;
    const type = project.types.get(typeName);
    const isFree = (property: string) => !type?.fields.some(({ name }) => name === property);
    const kept = {
      ...properties,
      ...(as && isFree(DRAWN_AS) && { [DRAWN_AS]: as.parameters }),
      ...(source !== undefined && isFree(HEIGHTS_FROM) && { [HEIGHTS_FROM]: source }),
    };
    const objects = [vertices, ...more].map((path): MapObject => ({
      id: newUuid(),
      typeName,
      location: geometryOf(kind, path, height, type?.geometryType ?? null),
      properties: kept,
      relatesTo: [],
    }));
    project.history.perform(add(objects), {
      label: 'draw:step.create',
      code: 'create',
    });
    this.recent.used(typeName);
    this.lastId = objects.at(-1)!.id;
    this.#end()?.saved(true);
  }

  /** Closes without storing anything. */
  close(): void {
    this.#end()?.saved(false);
  }

  loadFailed(): void {
    this.#end()?.failed(new AppError('part-lost', ''));
  }

  #end() {
    const answer = this.#answer;
    this.drawn = undefined;
    this.#answer = undefined;
    return answer;
  }
}

/** The modal that describes a drawn path; for this plugin only. */
export const FINISH_DRAW = serviceToken<FinishDraw>('draw.FinishDraw');
