import type { MapObject } from '#core/document';
import type { OpenProject } from '#core/project';
import type { NewValues } from '#plugins/work/attributes/api';
import type { Selection } from '#plugins/work/selection/api';

/** What a tool works on: the selected objects that are here and not locked. */
export class Targets {
  constructor(
    readonly selection: Selection,
    readonly isLocked: (object: MapObject) => boolean,
    readonly newValues: NewValues,
  ) {}

  of(project: OpenProject): MapObject[] {
    return this.selection.ids.flatMap((id) => {
      const object = project.document.get(id);
      return object && !this.isLocked(object) ? [object] : [];
    });
  }

  /** Selects the first of `under` that may be changed (in or out when `toggles`). False where none may. */
  choose(under: readonly MapObject[], toggles: boolean): boolean {
    const first = under.find((object) => !this.isLocked(object));
    if (!first) return false;
    if (toggles) this.selection.toggle(first.id);
    else this.selection.set([first.id]);
    return true;
  }
}
