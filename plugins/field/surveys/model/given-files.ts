import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { sentenceOf, serviceToken } from '#core/kernel';
import { classified, type FieldFile } from './field-files.ts';

/** Files that were dropped on a project, until it is said of which survey they are. */
export class GivenFiles {
  projectId: string | undefined;
  /** Undefined while they are looked at. */
  files: readonly FieldFile[] | undefined;
  error: string | undefined;

  constructor() {
    makeAutoObservable(this, { files: observableRef });
  }

  get isOpen(): boolean {
    return this.projectId !== undefined;
  }

  async open(projectId: string, files: readonly File[]): Promise<void> {
    this.projectId = projectId;
    this.files = undefined;
    this.error = undefined;
    try {
      const found = await classified(files);
      runInAction(() => {
        if (this.projectId === projectId) this.files = found;
      });
    } catch (failure) {
      runInAction(() => (this.error = sentenceOf(failure)));
    }
  }

  count(kind: FieldFile['kind']): number {
    return this.files?.filter((one) => one.kind === kind).length ?? 0;
  }

  /** The day that most files name; the earliest of several. */
  get day(): string | undefined {
    const counts = new Map<string, number>();
    for (const { day } of this.files ?? [])
      if (day !== undefined) counts.set(day, (counts.get(day) ?? 0) + 1);
    return [...counts].sort(([a, many], [b, more]) => more - many || a.localeCompare(b))[0]?.[0];
  }

  close(): void {
    this.projectId = undefined;
    this.files = undefined;
  }
}
export const GIVEN_FILES = serviceToken<GivenFiles>('surveys.GivenFiles');
