import type { MapObject } from '#core/document';
import type { I18n } from '#core/i18n';
import { serviceToken } from '#core/kernel';
import type { Projects } from '#core/project';
import type { Toasts } from '#core/toasts';
import type { EditTargets, SelectionFinder, ServerChanges } from '#plugins/work/selection/api';
import { placeLabels } from '../edits/place-labels.ts';

interface AutomaticLabelsDependencies {
  readonly projects: Pick<Projects, 'current'>;
  readonly targets: Pick<EditTargets, 'objects' | 'isLockedOrHidden'>;
  readonly finder: Pick<SelectionFinder, 'find'>;
  readonly changes: ServerChanges;
  readonly toasts: Pick<Toasts, 'show'>;
  readonly i18n: Pick<I18n, 't'>;
}

/** Lets the map place labels again that were moved by hand. */
export class AutomaticLabels {
  readonly #parts: AutomaticLabelsDependencies;

  constructor(parts: AutomaticLabelsDependencies) {
    this.#parts = parts;
  }

  /** The selected objects whose labels were moved. */
  get moved(): readonly MapObject[] {
    return this.#parts.targets.objects.filter(({ labelAt }) => labelAt);
  }

  /** Those of the selected objects. */
  restore(): void {
    this.#restore(this.moved.map(({ id }) => id));
  }

  /** All of the project, but those on hidden or locked layers. */
  restoreAll(): void {
    const { projects, targets, finder } = this.#parts;
    const document = projects.current?.document;
    if (!document) return;
    finder.find(
      {
        sought: { filter: { field: 'labelAt', op: 'null', value: false } },
        loaded: () =>
          [...document.values()].filter((object) => object.labelAt && !targets.isLockedOrHidden(object)),
      },
      (ids) => this.#restore(ids),
    );
  }

  #restore(ids: readonly string[]): void {
    const { projects, changes, toasts, i18n } = this.#parts;
    const project = projects.current;
    if (!project) return;
    if (ids.length === 0) return void toasts.show('info', i18n.t('labels:none-moved'));
    const label = { label: 'labels:step.automatic', values: { count: ids.length }, code: 'automatic-label' };
    if (ids.every((id) => project.document.get(id)))
      project.history.perform(placeLabels(new Map(ids.map((id) => [id, undefined]))), label);
    else void changes.change({ ids, labelAt: null }, label);
  }
}

export const AUTOMATIC_LABELS = serviceToken<AutomaticLabels>('labels.AutomaticLabels');
