import type { Observable } from 'rxjs';
import type { Autosave } from '#core/autosave';
import type { Extent, ProjectDocument } from '#core/document';
import type { History } from '#core/history';
import type { Disposable } from '#core/kernel';
import type { GeometryObject, ObjectType, Position, Project } from '#core/protocol';

/** One project, opened: everything that lives and dies with it. */
export interface OpenProject {
  readonly project: Project;
  readonly document: ProjectDocument;
  readonly history: History;
  readonly autosave: Autosave;
  /** The object types the person may see, by name; changes when a type is made or restyled. */
  readonly types$: Observable<ReadonlyMap<string, ObjectType>>;
  readonly types: ReadonlyMap<string, ObjectType>;
  reloadTypes(): Promise<void>;
  /**
   * Loads the objects of `extent` that are not here yet; areas already loaded cost nothing, a failed or aborted one is
   * forgotten. Resolves when all of it is here. With a `place` what is nearest to it comes first, and the extent counts as
   * looked at until `signal` is aborted: of very many objects those farthest from what is looked at are freed.
   */
  load(extent: Extent, signal?: AbortSignal, place?: Position): Promise<void>;
  /** These stay although they are far: selected, or being worked on. Asked when others are freed. */
  keep(ids: () => Iterable<string>): Disposable;
  /**
   * Takes in objects that the server answered to another call than autosave (undo, restore, split), so that they show at
   * once; `removed` with the version that their deletion left. What is older than what is known counts for nothing.
   */
  receive(changed: readonly GeometryObject[], removed?: readonly { id: string; version: number }[]): void;
  /** Grows when another person's large change (an import) made what is loaded, and the tiles, out of date. */
  readonly generation$: Observable<number>;
  /** How loading goes, for the status line. */
  readonly loading$: Observable<{ readonly inFlight: number; readonly error: string | undefined }>;
}

/** The project that the workspace shows; `undefined` outside it. */
export interface Projects {
  readonly current$: Observable<OpenProject | undefined>;
  readonly current: OpenProject | undefined;
  /** Opens a project, closing the one before (its queue stays in IndexedDB and goes on when opened again). */
  open(projectId: string, signal?: AbortSignal): Promise<OpenProject>;
  close(): void;
}
