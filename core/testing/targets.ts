import type { MapObject } from '#core/document';
import type { OpenProject } from '#core/project';
import type { Position } from '#core/protocol';
import { selectionOf } from './selection.ts';

/**
 * The edit targets of a project in which objects of the type `locked` are locked and those of `hidden` hidden. Of several
 * objects under the pointer, `asked` has those of the last question, and `answer` answers it.
 */
export function targetsOf(
  { document }: Pick<OpenProject, 'document'>,
  selection: ReturnType<typeof selectionOf> = selectionOf(),
) {
  type At = { readonly position: Position | undefined };
  type OfLayer = Pick<MapObject, 'typeName'>;
  const isLocked = ({ typeName }: OfLayer): boolean => typeName === 'locked';
  const isHidden = ({ typeName }: OfLayer): boolean => typeName === 'hidden';
  const lockReason = (object: OfLayer): string | undefined => (isLocked(object) ? 'locked' : undefined);
  return {
    selection,
    isLocked,
    isHidden,
    lockReason,
    isLockedOrHidden: (object: OfLayer) => isLocked(object) || isHidden(object),
    get objects(): readonly MapObject[] {
      if (selection.missing > 0) return [];
      return selection.ids.flatMap((id) => document.get(id) ?? []).filter((object) => !isLocked(object));
    },
    get ids(): readonly string[] {
      return selection.ids.filter((id) => {
        const object = document.get(id);
        return !object || !isLocked(object);
      });
    },
    reason: (reason: string) => reason,
    asked: undefined as readonly MapObject[] | undefined,
    answer: (_id: string): void => {},
    choose(under: readonly MapObject[], gesture: At, toggles: boolean): string | undefined {
      const candidates = under.filter((object) => !isLocked(object));
      if (candidates.length === 0) return under[0] && lockReason(under[0]);
      this.ask(candidates, gesture, ({ id }) => (toggles ? selection.toggle(id) : selection.set([id])));
      return undefined;
    },
    ask(candidates: readonly MapObject[], { position }: At, take: (object: MapObject) => void): void {
      const [first] = candidates;
      if (candidates.length < 2 || !position) return void (first && take(first));
      this.asked = candidates;
      this.answer = (id) => take(candidates.find((object) => object.id === id)!);
    },
  };
}
