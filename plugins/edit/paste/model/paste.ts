import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { add, extentAround, extentOf } from '#core/document';
import type { Views } from '#core/mapview';
import { serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import type { ObjectType } from '#core/protocol';
import type { NewValues } from '#plugins/work/attributes/api';
import type { Selection } from '#plugins/work/selection/api';
import { fitted, type FittedObjects } from './fit.ts';
import { readText, type ParsedObject, type ReadProblem } from './read.ts';

interface PasteDependencies {
  readonly projects: Pick<Projects, 'current'>;
  readonly selection: Pick<Selection, 'set'>;
  readonly views: Pick<Views, 'active'>;
  readonly isLocked: (typeName: string) => boolean;
  readonly newValues: NewValues;
}

const NOTHING: FittedObjects = { objects: [], losses: [] };

/** The pasted text, and the objects that the project accepts from it. */
export class Paste {
  isOpen = false;
  text = '';
  /** The browser did not let this page read the clipboard. */
  isRefused = false;
  /** The type for objects whose type is not in this project. */
  instead: string | undefined = undefined;
  read: readonly ParsedObject[] = [];
  problem: ReadProblem | undefined = undefined;
  readonly #parts: PasteDependencies;

  constructor(parts: PasteDependencies) {
    this.#parts = parts;
    makeAutoObservable(this, { read: observableRef, problem: observableRef });
  }

  /** Opens with the copied text; undefined where the browser does not let the page read it: then with a field for it. */
  async open(copied: () => Promise<string | undefined>): Promise<void> {
    const text = await copied();
    runInAction(() => {
      this.instead = undefined;
      this.isRefused = text === undefined;
      this.write(text ?? '');
      this.isOpen = true;
    });
  }

  close(): void {
    this.isOpen = false;
    this.write('');
  }

  write(text: string): void {
    this.text = text;
    const result = readText(text);
    this.read = 'objects' in result ? result.objects : [];
    this.problem = 'problem' in result ? result.problem : undefined;
  }

  choose(typeName: string): void {
    this.instead = typeName;
  }

  get types(): ReadonlyMap<string, ObjectType> {
    return this.#parts.projects.current?.types ?? new Map<string, ObjectType>();
  }

  /** Whether any object has no type, or a type that this project does not have. */
  get asksForType(): boolean {
    return this.read.some(({ typeName }) => !this.types.has(typeName ?? ''));
  }

  get fitted(): FittedObjects {
    return this.isOpen ? fitted(this.read, this.types, this.instead, this.#parts.isLocked) : NOTHING;
  }

  /** Adds the objects to the project in one step, selects them and zooms to them. */
  run(): void {
    const { projects, selection, views, newValues } = this.#parts;
    const { objects } = this.fitted;
    if (!projects.current || objects.length === 0) return;
    const label = { label: 'paste:step', values: { count: objects.length }, code: 'paste' };
    newValues.perform(projects.current, add(objects), label, () => {
      selection.set(objects.map(({ id }) => id));
      views.active?.fly(extentAround(objects.map(({ location }) => extentOf(location)))!);
    });
    this.close();
  }
}
export const PASTE = serviceToken<Paste>('paste.Paste');
