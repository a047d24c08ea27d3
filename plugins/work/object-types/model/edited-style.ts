import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { BehaviorSubject, combineLatest, map, type Observable } from 'rxjs';
import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord, propertyOf, serviceToken, withoutUndefined } from '#core/kernel';
import type { ObjectType, Style } from '#core/protocol';
import type { LocalStyles, OwnStyles } from './own-styles.ts';
import type { ShownStyles, StyleEditor, TypeSource } from '../api.ts';

const NONE: ReadonlyMap<string, Style> = new Map();
/** Milliseconds within which changes of the same part are one step: dragging in a colour field is many. */
const ONE_STEP = 800;

interface EditedType {
  readonly type: ObjectType;
  readonly source: TypeSource;
  /** The open project, where it is edited beside the map. */
  readonly projectId: string | undefined;
}

/** The person's styles of a project on this device. */
interface Stored {
  readonly projectId: string;
  readonly value: StoredValue<Readonly<Record<string, unknown>>>;
  own?: Promise<Pick<OwnStyles, 'changed'> | undefined>;
}

/** By type name. */
type PersonalStyles = Readonly<Record<string, Style>>;

/** The object type whose style is edited, with the steps that can be undone; and the styles that only this person sees. */
export class EditedStyle implements StyleEditor, ShownStyles {
  edited: EditedType | undefined = undefined;
  /** The style as it was opened, and after each change. */
  steps: readonly Style[] = [];
  /** The step that is shown. */
  step = 0;
  #lastPart = '';
  #lastTime = 0;
  readonly #preview = new BehaviorSubject<ReadonlyMap<string, Style>>(NONE);
  readonly #personal = new BehaviorSubject<PersonalStyles>({});
  #stored: Stored | undefined;

  constructor(
    readonly openProjectId: () => string | undefined,
    readonly showPanel: () => void,
    readonly storage: TextStorage | undefined,
    /** Called when the code that reads the stored styles cannot be loaded. */
    readonly onLost: () => void,
    /** Keeps the person's styles of a project on the server, too. */
    readonly openOwn: (
      projectId: string,
      local: LocalStyles,
    ) => Promise<Pick<OwnStyles, 'changed'> | undefined>,
  ) {
    makeAutoObservable(this, {
      edited: observableRef,
      steps: observableRef,
      openProjectId: false,
      showPanel: false,
      storage: false,
      onLost: false,
      openOwn: false,
      styles$: false,
      personal$: false,
      setPersonal: false,
    });
  }

  /** Whether the dialog is open: pages without a map have no panel. */
  get isOpen(): boolean {
    return this.edited !== undefined && this.edited.projectId === undefined;
  }
  get draft(): Style | undefined {
    return this.steps[this.step];
  }
  get canUndo(): boolean {
    return this.step > 0;
  }
  get canRedo(): boolean {
    return this.step < this.steps.length - 1;
  }
  get isChanged(): boolean {
    return this.canUndo;
  }

  open(type: ObjectType, source: TypeSource): void {
    const projectId = source.document ? this.openProjectId() : undefined;
    this.edited = { type, source, projectId };
    if (projectId !== undefined) this.#readStored(projectId);
    const personal = projectId === undefined ? {} : this.#personal.value;
    this.begin(propertyOf(personal, type.name) ?? type.style);
    if (projectId !== undefined) this.showPanel();
  }

  /** Forgets the steps and begins with this style, which is stored. */
  begin(style: Style): void {
    this.steps = [style];
    this.#show(0);
  }

  /** `part`: what is changed; quick changes of one part are one step. */
  change(change: Partial<Style>, part: string): void {
    const before = this.draft;
    if (!before) return;
    const now = performance.now();
    const isSame = part === this.#lastPart && now - this.#lastTime < ONE_STEP && this.canUndo;
    const next = storable({ ...before, ...change });
    this.steps = [...this.steps.slice(0, isSame ? this.step : this.step + 1), next];
    this.#show(this.steps.length - 1);
    [this.#lastPart, this.#lastTime] = [part, now];
  }

  /** Another style as a step. */
  replace(style: Style): void {
    if (!this.draft) return;
    this.steps = [...this.steps.slice(0, this.step + 1), storable(style)];
    this.#show(this.steps.length - 1);
  }

  undo(): void {
    if (this.canUndo) this.#show(this.step - 1);
  }
  redo(): void {
    if (this.canRedo) this.#show(this.step + 1);
  }

  close(): void {
    this.edited = undefined;
    this.steps = [];
    this.#show(0);
  }

  styles$(projectId: string): Observable<ReadonlyMap<string, Style>> {
    return combineLatest([this.personal$(projectId), this.#preview]).pipe(
      map(([personal, preview]) =>
        preview.size === 0 && Object.keys(personal).length === 0
          ? NONE
          : new Map([...Object.entries(personal), ...preview]),
      ),
    );
  }

  /** The styles in a project that only this person sees. */
  personal$(projectId: string): Observable<PersonalStyles> {
    this.#readStored(projectId);
    return this.#personal;
  }

  /** Stores a style for this person only, in this project; undefined: the style that all see. */
  setPersonal(typeName: string, style: Style | undefined): void {
    if (!this.#stored) return;
    const changed = <T>({ [typeName]: _, ...others }: Readonly<Record<string, T | Style>>) =>
      style ? { ...others, [typeName]: style } : others;
    this.#stored.value.set(changed(this.#stored.value.get()));
    this.#personal.next(changed(this.#personal.value));
    void this.#stored.own?.then((own) => own?.changed(typeName));
  }

  /** What is on the device, and what of it can be drawn: it may be of another version. */
  #readStored(projectId: string): void {
    if (this.#stored?.projectId === projectId) return;
    const value = new StoredValue({ storage: this.storage, key: `styles.${projectId}`, read: asRecord });
    const stored: Stored = (this.#stored = { projectId, value });
    this.#personal.next({});
    this.#publish(stored);
    const local: LocalStyles = {
      get: () => value.get(),
      set: (styles) => {
        value.set(styles);
        this.#personal.next({});
        this.#publish(stored);
      },
    };
    // Where its code cannot be loaded, the next opening tries again.
    stored.own = this.openOwn(projectId, local).catch(() => undefined);
  }

  /** Shows what is stored and can be drawn. */
  #publish(stored: Stored): void {
    const { projectId, value } = stored;
    if (this.#stored !== stored || Object.keys(value.get()).length === 0) return;
    // The schema of styles is large, and few people have styles of their own.
    import('./read-styles.ts')
      .then(({ readStyles }) => {
        if (this.#stored !== stored) return;
        // Read here: a style may have been removed meanwhile.
        const personal = { ...readStyles(value.get()), ...this.#personal.value };
        this.#personal.next(personal);
        const name = this.edited?.type.name;
        const own = name === undefined ? undefined : propertyOf(personal, name);
        if (own && this.edited?.projectId === projectId && !this.isChanged)
          runInAction(() => this.begin(own));
      })
      .catch(this.onLost);
  }

  /** Shows a step on the map; the next change is a step of its own. */
  #show(step: number): void {
    this.step = step;
    this.#lastPart = '';
    this.#preview.next(
      this.edited && this.draft && this.isChanged ? new Map([[this.edited.type.name, this.draft]]) : NONE,
    );
  }
}

/** As it is stored: without what is undefined, and with the version where it has something of that version. */
function storable(style: Style): Style {
  const { version: _, ...plain } = withoutUndefined(style);
  const { classes, labels, filter, minScale, maxScale } = plain;
  const isNew = [classes, labels, filter, minScale, maxScale].some((value) => value !== undefined);
  return isNew ? { version: 2, ...plain } : plain;
}

/** For this plugin only. */
export const EDITED_STYLE = serviceToken<EditedStyle>('object-types.EditedStyle');
