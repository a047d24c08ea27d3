import { observer } from 'mobx-react-lite';
import { sentenceOf } from '#core/kernel';
import { PROJECTS } from '#core/project';
import type { KnownPoint } from '#core/protocol';
import { Button, Icon, useObservable, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { SELECTION } from '#plugins/work/selection/api';
import { BOOK_DESK } from '../model/book-desk.ts';
import { knownFromObjects } from '../model/known-from-objects.ts';

/** Takes the selected objects of the project as points with coordinates. */
export const FromSelection = observer(function FromSelection({
  onTake,
}: {
  onTake: (points: KnownPoint[]) => Promise<unknown>;
}) {
  const t = useTranslate('field-book');
  const desk = useService(BOOK_DESK);
  const toasts = useService(TOASTS);
  const selection = useService(SELECTION);
  const projects = useService(PROJECTS);
  const ids = useObservable(selection.ids$, selection.ids);
  const { crs, heights } = desk.opened!;
  const open = projects.current;
  const take = async () => {
    if (!open || crs === null) return;
    const objects = ids.flatMap((id) => open.document.get(id) ?? []);
    const { points, left, geoid } = await knownFromObjects(objects, open.types, { crs, heights });
    const without = left + ids.length - objects.length;
    if (points.length > 0) await onTake(points);
    const said = [
      t('known.taken', { count: points.length }),
      geoid !== null && t('accept.geoid', { geoid }),
      without > 0 && t('known.left', { count: without }),
    ];
    toasts.show(points.length > 0 ? 'success' : 'warning', said.filter(Boolean).join(' '));
  };
  return (
    <div>
      <Button
        icon={<Icon name="plus" />}
        isDisabled={ids.length === 0 || crs === null}
        onPress={() => void take().catch((failure: unknown) => toasts.show('error', sentenceOf(failure)))}
      >
        {t('known.from-selection', { count: ids.length })}
      </Button>
      {ids.length === 0 && <small className="g-muted fbk-hint">{t('known.select')}</small>}
    </div>
  );
});
