import type { Observable } from 'rxjs';
import type { MapObject } from '#core/document';
import type { Selection } from '#plugins/work/selection/api';

/** Why an object may not be changed, as a text key; undefined when it may. */
export type ReasonAgainst = (object: MapObject) => string | undefined;

/** The selection as the modifying tools see it: what may be changed of it, and why the rest may not. */
export class EditableSelection {
  constructor(
    readonly selection: Selection,
    readonly get: (id: string) => MapObject | undefined,
    readonly reasonAgainst: ReasonAgainst,
  ) {}

  get ids$(): Observable<unknown> {
    return this.selection.ids$;
  }

  /** Ids of the selected objects that are here and may be changed. */
  get editableIds(): readonly string[] {
    return this.selection.ids.filter((id) => {
      const object = this.get(id);
      return object !== undefined && this.reasonAgainst(object) === undefined;
    });
  }

  /**
   * Selects the first of `under` that may be changed (adding it when `add`); nothing under the hand clears the
   * selection. Answers why nothing could be chosen.
   */
  choose(under: readonly MapObject[], add: boolean): string | undefined {
    const first = under.find((object) => this.reasonAgainst(object) === undefined);
    if (first && add) this.selection.toggle(first.id);
    else if (first) this.selection.set([first.id]);
    else if (under.length === 0 && !add) this.selection.clear();
    return first ? undefined : under[0] && this.reasonAgainst(under[0]);
  }
}
