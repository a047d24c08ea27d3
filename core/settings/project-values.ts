import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord, withLatest } from '#core/kernel';
import { DEFAULT_FORMAT, type AngleUnit, type DisplayFormat } from '#core/protocol';

/** What an open project sets for everybody who works in it. */
export interface ProjectSettings {
  readonly id: string;
  /** `EPSG:<code>`. */
  readonly crs: string;
  readonly displayFormat: DisplayFormat;
}

/** Units and decimals of the open project, with the person's angle unit where the project has none. */
export interface Units extends DisplayFormat {
  readonly angleUnit: AngleUnit;
}

/** Number of projects for which a chosen system is remembered. */
const MAX_PROJECTS = 200;

/** What the open project decides: its units, and its reference system, or the one chosen instead on this device. */
export class ProjectValues {
  #project: ProjectSettings | undefined;
  #userId: string | undefined;
  #units: Units = { ...DEFAULT_FORMAT, angleUnit: 'degree' };
  readonly #chosen: StoredValue<Readonly<Record<string, unknown>>>;

  constructor(storage: TextStorage | undefined) {
    this.#chosen = new StoredValue({
      storage,
      key: () => `groma.working-crs.${this.#userId ?? ''}`,
      read: asRecord,
    });
  }

  setUser(userId: string | undefined): void {
    this.#userId = userId;
  }

  setProject(project: ProjectSettings | undefined): void {
    this.#project = project;
  }

  isChangedBy(event: Pick<StorageEvent, 'key'>): boolean {
    return this.#chosen.isChangedBy(event);
  }

  /** Undefined without a project. */
  get crs(): string | undefined {
    if (!this.#project) return undefined;
    const chosen = this.#chosen.get()[this.#project.id];
    return typeof chosen === 'string' ? chosen : this.#project.crs;
  }

  /** The same object until something in it changes. */
  unitsWith(own: AngleUnit): Units {
    const format = this.#project?.displayFormat ?? DEFAULT_FORMAT;
    const units = { ...format, angleUnit: format.angleUnit ?? own };
    const keys = Object.keys(units) as (keyof Units)[];
    if (keys.some((key) => units[key] !== this.#units[key])) this.#units = units;
    return this.#units;
  }

  /** Without a project nothing is chosen. */
  chooseCrs(code: string): void {
    if (!this.#project) return;
    const { id, crs } = this.#project;
    const chosen = this.#chosen.get();
    if (code !== crs) return this.#chosen.set(withLatest(chosen, id, code, MAX_PROJECTS));
    // The project's own is not stored: it follows the project when that is changed.
    const { [id]: _before, ...others } = chosen;
    this.#chosen.set(others);
  }
}
