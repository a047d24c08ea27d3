import { makeAutoObservable, observableRef } from 'mobx';
import { BehaviorSubject, combineLatest, map, type Observable } from 'rxjs';
import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord, serviceToken } from '#core/kernel';
import { style as styleSchema, type ObjectType, type Style } from '#core/protocol';
import type { ShownStyles, StyleEditor, TypeSource } from '../api.ts';

/** Milliseconds within which changes of the same part are one step: dragging in a colour field is many. */
const TOGETHER = 800;

interface EditedType {
  readonly type: ObjectType;
  readonly source: TypeSource;
  /** The open project, where it is edited beside the map. */
  readonly projectId: string | undefined;
}

type OwnStyles = Readonly<Record<string, Style>>;

/** The object type whose style is edited, with the steps that can be undone; and the styles that only this person sees. */
export class EditedStyle implements StyleEditor, ShownStyles {
  edited: EditedType | undefined = undefined;
  #steps: readonly Style[] = [];
  #at = 0;
  #lastPart = '';
  #lastTime = 0;
  readonly #preview = new BehaviorSubject<ReadonlyMap<string, Style>>(new Map());
  readonly #own = new BehaviorSubject<OwnStyles>({});
  #stored: { readonly projectId: string; readonly value: StoredValue<OwnStyles> } | undefined;
  /** Counts changes, for the observers of the private fields. */
  revision = 0;

  constructor(
    readonly openProjectId: () => string | undefined,
    readonly showPanel: () => void,
    readonly storage: TextStorage | undefined,
  ) {
    makeAutoObservable(this, {
      edited: observableRef,
      openProjectId: false,
      showPanel: false,
      storage: false,
      styles$: false,
      ownStyle: false,
      keepOwn: false,
    });
  }

  /** Whether the dialog is open: pages without a map have no panel. */
  get isOpen(): boolean {
    return this.edited !== undefined && this.edited.projectId === undefined;
  }
  get draft(): Style | undefined {
    return this.revision >= 0 ? this.#steps[this.#at] : undefined;
  }
  get canUndo(): boolean {
    return this.revision >= 0 && this.#at > 0;
  }
  get canRedo(): boolean {
    return this.revision >= 0 && this.#at < this.#steps.length - 1;
  }
  get isChanged(): boolean {
    return this.canUndo;
  }

  open(type: ObjectType, source: TypeSource): void {
    const projectId = source.document ? this.openProjectId() : undefined;
    this.edited = { type, source, projectId };
    this.begin(this.ownStyle(type.name, projectId) ?? type.style);
    if (projectId !== undefined) this.showPanel();
  }

  /** Begins with a style that is kept, or as it was before. */
  begin(style: Style): void {
    this.#steps = [style];
    this.#at = 0;
    this.#lastPart = '';
    this.#show();
  }

  /** `part`: what is changed; quick changes of one part are one step. */
  change(change: Partial<Style>, part: string): void {
    const before = this.draft;
    if (!before) return;
    const now = performance.now();
    const isSame = part === this.#lastPart && now - this.#lastTime < TOGETHER && this.#at > 0;
    const next = clean({ ...before, ...change });
    this.#steps = [...this.#steps.slice(0, isSame ? this.#at : this.#at + 1), next];
    this.#at = this.#steps.length - 1;
    [this.#lastPart, this.#lastTime] = [part, now];
    this.#show();
  }

  undo(): void {
    if (this.#at > 0) this.#go(this.#at - 1);
  }
  redo(): void {
    if (this.canRedo) this.#go(this.#at + 1);
  }

  close(): void {
    this.edited = undefined;
    this.#steps = [];
    this.#at = 0;
    this.#show();
  }

  styles$(projectId: string): Observable<ReadonlyMap<string, Style>> {
    this.#ownOf(projectId);
    return combineLatest([this.#own, this.#preview]).pipe(
      map(([own, preview]) =>
        preview.size === 0 && Object.keys(own).length === 0
          ? NONE
          : new Map([...Object.entries(own), ...preview]),
      ),
    );
  }

  ownStyle(typeName: string, projectId: string | undefined): Style | undefined {
    if (projectId === undefined) return undefined;
    const own = this.#ownOf(projectId).get();
    return Object.hasOwn(own, typeName) ? own[typeName] : undefined;
  }

  /** Keeps a style of one's own in this project, on this device; undefined: the style of all. */
  keepOwn(typeName: string, style: Style | undefined): void {
    if (!this.#stored) return;
    const { [typeName]: _, ...others } = this.#stored.value.get();
    const own = style ? { ...others, [typeName]: style } : others;
    this.#stored.value.set(own);
    this.#own.next(own);
    this.revision++;
  }

  #ownOf(projectId: string): StoredValue<OwnStyles> {
    if (this.#stored?.projectId !== projectId) {
      const value = new StoredValue<OwnStyles>({
        storage: this.storage,
        key: `styles.${projectId}`,
        read: readOwn,
      });
      this.#stored = { projectId, value };
      this.#own.next(value.get());
    }
    return this.#stored.value;
  }

  #go(to: number): void {
    this.#at = to;
    this.#lastPart = '';
    this.#show();
  }

  #show(): void {
    this.revision++;
    const style = this.#at > 0 ? this.#steps[this.#at] : undefined;
    this.#preview.next(style && this.edited ? new Map([[this.edited.type.name, style]]) : NONE);
  }
}

const NONE: ReadonlyMap<string, Style> = new Map();

/** What is stored on a device may be of another version: what cannot be drawn is left out. */
function readOwn(stored: unknown): OwnStyles {
  const styles = Object.entries(asRecord(stored) ?? {}).flatMap(([name, one]) => {
    const parsed = styleSchema.safeParse(one);
    return parsed.success ? [[name, parsed.data] as const] : [];
  });
  return Object.fromEntries(styles);
}

/** Without parts that are undefined; with the version where it has parts that came with it. */
function clean(style: Style): Style {
  const parts = Object.entries(style).filter(([, value]) => value !== undefined);
  const { version: _, ...plain } = Object.fromEntries(parts) as Style;
  const { classes, labels, filter, minScale, maxScale } = plain;
  const isNew = [classes, labels, filter, minScale, maxScale].some((part) => part !== undefined);
  return isNew ? { version: 2, ...plain } : plain;
}

/** For this plugin only. */
export const EDITED_STYLE = serviceToken<EditedStyle>('object-types.EditedStyle');
