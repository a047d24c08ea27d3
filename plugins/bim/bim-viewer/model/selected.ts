import { BehaviorSubject } from 'rxjs';
import type { Projects } from '#core/project';
import type { BimFilter } from '#core/protocol';
import type { BimSelection, ElementRef } from '../api.ts';
import { ELEMENT, MODEL } from './address.ts';

/** The chosen elements of the open project. */
export class SelectedElements implements BimSelection {
  readonly #elements = new BehaviorSubject<readonly ElementRef[]>([]);
  #project: string | undefined;
  readonly elements$ = this.#elements.asObservable();

  constructor(projects: Pick<Projects, 'current$'>) {
    projects.current$.subscribe((open) => {
      if (open?.project.id !== this.#project) this.clear();
      this.#project = open?.project.id;
    });
  }

  get elements(): readonly ElementRef[] {
    return this.#elements.value;
  }

  set(elements: readonly ElementRef[]): void {
    if (elements.length === 0 && this.elements.length === 0) return;
    this.#elements.next(elements);
  }

  toggle(element: ElementRef): void {
    const left = this.elements.filter((one) => !isSame(one, element));
    this.set(left.length === this.elements.length ? [...left, element] : left);
  }

  addressOf({ modelId, globalId }: ElementRef): string {
    const query = new URLSearchParams({ [MODEL]: modelId, [ELEMENT]: globalId });
    return `/draw/${this.#project}/bim?${query.toString()}`;
  }

  clear(): void {
    this.set([]);
  }
}

export const isSame = (a: ElementRef, b: ElementRef): boolean =>
  a.globalId === b.globalId && a.modelId === b.modelId;

/** Filters that find elements, one for each of their models. */
export function byModel(
  elements: readonly ElementRef[],
): readonly { readonly modelId: string; readonly filter: BimFilter }[] {
  const models = [...new Set(elements.map(({ modelId }) => modelId))];
  return models.map((modelId) => ({
    modelId,
    filter: { globalIds: elements.flatMap((one) => (one.modelId === modelId ? [one.globalId] : [])) },
  }));
}
