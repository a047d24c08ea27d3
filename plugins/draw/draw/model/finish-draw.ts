import { action, makeObservable, observable, observableRef } from 'mobx';
import type { Api } from '#core/api';
import { add, type MapObject } from '#core/document';
import { newUuid, serviceToken } from '#core/kernel';
import { createAttribute, grants, type ObjectType } from '#core/protocol';
import type { Session } from '#core/session';
import { DRAWN_AS, type Drawn, type FinishDrawing } from '../api.ts';
import type { RecentTypes } from './recent-types.ts';
import { fits, geometryOf } from './shape.ts';

export interface Described {
  readonly typeName: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Ellipsoidal height in metres for vertices that have none; undefined leaves them without. */
  readonly height: number | undefined;
}

/** The finish-draw modal: opened by a tool with what was drawn, closed by keeping it as one object or dropping it. */
export class FinishDraw implements FinishDrawing {
  drawn: Drawn | undefined = undefined;
  /** The object kept last: a hole can be cut into it at once. */
  lastId: string | undefined = undefined;
  #answer: ((kept: boolean) => void) | undefined;

  constructor(
    readonly api: Api,
    readonly session: Session,
    readonly recent: RecentTypes,
  ) {
    makeObservable(this, {
      drawn: observableRef,
      lastId: observable,
      ask: action,
      keep: action,
      drop: action,
    });
  }

  ask(drawn: Drawn, signal?: AbortSignal): Promise<boolean> {
    this.drop();
    this.drawn = drawn;
    signal?.addEventListener('abort', () => this.drawn === drawn && this.drop(), { once: true });
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  /** The object types that this path can become, those last used first. */
  typesFor({ project, kind }: Drawn): ObjectType[] {
    return this.recent.sort([...project.types.values()].filter((type) => fits(type, kind)));
  }

  get mayCreateType(): boolean {
    return grants(this.session.me?.authorizations ?? [], 'attributes.write');
  }

  /** Makes an object type for what was drawn; resolves to its name. @throws AppError with the server's sentence. */
  async createType(name: string): Promise<string> {
    const { project, kind } = this.drawn!;
    const { type: geometryType } = geometryOf(kind, this.drawn!.vertices, undefined, null);
    const answer = await this.api.call(createAttribute, {
      body: { name, geometryType, projectIds: [project.project.id] },
    });
    await project.reloadTypes();
    return answer.data.name;
  }

  /** Puts the object into the document (or objects), as one step that can be undone. */
  keep({ typeName, properties, height }: Described): void {
    if (!this.drawn) return;
    const { project, kind, vertices, more = [], as } = this.drawn;
    const type = project.types.get(typeName);
    const objects = [vertices, ...more].map((path): MapObject => ({
      id: newUuid(),
      typeName,
      location: geometryOf(kind, path, height, type?.geometryType ?? null),
      properties:
        as && !type?.fields.some(({ name }) => name === DRAWN_AS)
          ? { ...properties, [DRAWN_AS]: as.parameters }
          : properties,
      relatesTo: [],
    }));
    project.history.perform(add(objects), {
      label: 'draw:step.create',
      values: { type: typeName },
      code: 'create',
    });
    this.recent.used(typeName);
    this.lastId = objects.at(-1)!.id;
    this.#close(true);
  }

  /** Closes without keeping anything. */
  drop(): void {
    this.#close(false);
  }

  #close(kept: boolean): void {
    const answer = this.#answer;
    this.drawn = undefined;
    this.#answer = undefined;
    answer?.(kept);
  }
}

/** The modal that asks what a drawn path is; inside this plugin only. */
export const FINISH_DRAW = serviceToken<FinishDraw>('draw.FinishDraw');
