import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { add, extentAround, extentOf } from '#core/document';
import type { Views } from '#core/mapview';
import { serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import type { ObjectType } from '#core/protocol';
import type { NewValues } from '#plugins/work/attributes/api';
import type { CopiedObject, PasteDialog } from '../api.ts';
import type { Selection } from '#plugins/work/selection/api';
import { fitted, type FitOptions, type FittedObjects } from './fit.ts';
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
export class Paste implements PasteDialog {
  isOpen = false;
  text = '';
  /** The browser did not let this page read the clipboard. */
  isRefused = false;
  /** The type for objects whose type is not in this project. */
  instead: string | undefined = undefined;
  /** Names of values, and the fields of that type that they fill. */
  fields: Readonly<Record<string, string>> = {};
  /** The objects come from elsewhere in the workbench, not from a text. */
  isCopy = false;
  read: readonly ParsedObject[] = [];
  problem: ReadProblem | undefined = undefined;
  readonly #parts: PasteDependencies;

  constructor(parts: PasteDependencies) {
    this.#parts = parts;
    makeAutoObservable(this, { read: observableRef, problem: observableRef, fields: observableRef });
  }

  /** Opens with the copied text; undefined where the browser does not let the page read it: then with a field for it. */
  async open(copied: () => Promise<string | undefined>): Promise<void> {
    const text = await copied();
    runInAction(() => {
      this.#start();
      this.isRefused = text === undefined;
      this.write(text ?? '');
    });
  }

  copy(objects: readonly CopiedObject[]): void {
    this.#start();
    this.isCopy = true;
    this.read = objects.map((object) => ({ ...object, typeName: undefined }));
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
    this.fields = {};
  }

  /** Undefined: the value keeps its name, and is taken where the type has such a field. */
  fill(name: string, field: string | undefined): void {
    const { [name]: _before, ...others } = this.fields;
    this.fields = field === undefined ? others : { ...others, [name]: field };
  }

  /** Names of values that are no fields of the chosen type. */
  get strangeNames(): readonly string[] {
    const type = this.types.get(this.instead ?? '');
    if (!type) return [];
    const own = new Set(type.fields.map(({ name }) => name));
    const untyped = this.read.filter(({ typeName }) => !this.types.has(typeName ?? ''));
    return [...new Set(untyped.flatMap(({ properties }) => Object.keys(properties)))].filter(
      (name) => !own.has(name),
    );
  }

  get types(): ReadonlyMap<string, ObjectType> {
    return this.#parts.projects.current?.types ?? new Map<string, ObjectType>();
  }

  /** Whether any object has no type, or a type that this project does not have. */
  get asksForType(): boolean {
    return this.read.some(({ typeName }) => !this.types.has(typeName ?? ''));
  }

  get fitted(): FittedObjects {
    return this.isOpen ? fitted(this.read, this.types, this.#options) : NOTHING;
  }

  get #options(): FitOptions {
    return { instead: this.instead, fields: this.fields, isLocked: this.#parts.isLocked };
  }

  #start(): void {
    this.instead = undefined;
    this.fields = {};
    this.isCopy = false;
    this.isRefused = false;
    this.write('');
    this.isOpen = true;
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
