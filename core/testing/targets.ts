import type { MapObject } from '#core/document';
import type { OpenProject } from '#core/project';
import { selectionOf } from './selection.ts';

/** The edit targets of a project in which objects of the type `locked` are locked and those of `hidden` hidden. */
export function targetsOf(
  { document }: Pick<OpenProject, 'document'>,
  selection: ReturnType<typeof selectionOf> = selectionOf(),
) {
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
      return selection.ids.flatMap((id) => document.get(id) ?? []).filter((object) => !isLocked(object));
    },
    get ids(): readonly string[] {
      return selection.ids.filter((id) => {
        const object = document.get(id);
        return !object || !isLocked(object);
      });
    },
    reason: (reason: string) => reason,
    choose(under: readonly MapObject[], toggles: boolean): string | undefined {
      const first = under.find((object) => !isLocked(object));
      if (!first) return under[0] && lockReason(under[0]);
      if (toggles) selection.toggle(first.id);
      else selection.set([first.id]);
      return undefined;
    },
  };
}
