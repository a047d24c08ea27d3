import type { Observable } from 'rxjs';
import type { Autosave } from '#core/autosave';
import type { Extent, ProjectDocument } from '#core/document';
import type { History } from '#core/history';
import type { Disposable } from '#core/kernel';
import type { GeometryObject, ObjectType, Position, Project } from '#core/protocol';

/** An open project: everything that is created and closed with it. */
export interface OpenProject {
  /** As last loaded: it follows changes of its name, reference system and units, here and elsewhere. */
  readonly project: Project;
  readonly project$: Observable<Project>;
  /** Loads its name, reference system and units again. */
  reloadProject(): Promise<void>;
  readonly document: ProjectDocument;
  readonly history: History;
  readonly autosave: Autosave;
  /** The object types that the person may see, by name; emits when one of them changes, here or elsewhere. */
  readonly types$: Observable<ReadonlyMap<string, ObjectType>>;
  readonly types: ReadonlyMap<string, ObjectType>;
  reloadTypes(): Promise<void>;
  /**
   * Loads the objects of `extent`; areas already loaded cost nothing, a failed or aborted one can be loaded again.
   * Resolves when all are loaded. With a `place` the nearest come first, and the extent counts as in view until
   * `signal` is aborted: in very large projects the objects farthest from all views are unloaded.
   */
  load(extent: Extent, signal?: AbortSignal, place?: Position): Promise<void>;
  /**
   * Returns whether all objects are loaded that the server has in `extent`, or (without it) in the project. If not,
   * only the server can say what is there.
   */
  covers(extent?: Extent): boolean;
  /** Loads objects by their ids. Resolves to the ids that the server does not have. Rejects with the server's error. */
  loadObjects(ids: readonly string[], signal?: AbortSignal): Promise<readonly string[]>;
  /**
   * Call it when the server has changed these objects as a whole: what is shown is loaded again, and loaded objects of
   * them that are neither in view nor undoable are unloaded if they are many.
   */
  refresh(ids: readonly string[]): Promise<void>;
  /** Keeps objects loaded although they are distant: selected, or being edited. Called when others are unloaded. */
  retain(ids: () => Iterable<string>): Disposable;
  /**
   * Applies objects from responses to other calls than autosave (undo, restore, split), so that they show at once;
   * `removed` with the version of their deletion. Versions older than the known ones are ignored.
   */
  receive(changed: readonly GeometryObject[], removed?: readonly { id: string; version: number }[]): void;
  /** Increases when a large change by someone else (an import) makes loaded objects and tiles out of date. */
  readonly generation$: Observable<number>;
  /** Loading progress, for the status bar. */
  readonly loading$: Observable<{ readonly inFlight: number; readonly error: string | undefined }>;
}

/** The project of the workspace, or of a page about its objects; undefined outside of these. */
export interface Projects {
  readonly current$: Observable<OpenProject | undefined>;
  readonly current: OpenProject | undefined;
  /** Opens a project and closes the one before, whose queue stays in IndexedDB until it is opened again. */
  open(projectId: string, signal?: AbortSignal): Promise<OpenProject>;
  /** Does nothing after `handOver`, once. */
  close(): void;
  /**
   * Call it when going from one page to another that opens the same project: it stays open, with its selection and its
   * history.
   */
  handOver(): void;
  /**
   * The person's key for what stays on this device after sign-out; fetched when a project is opened, so that it is there
   * without a network. Rejects where the browser does not encrypt.
   */
  deviceKey(): Promise<CryptoKey>;
}
