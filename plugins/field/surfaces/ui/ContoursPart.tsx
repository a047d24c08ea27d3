import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { add } from '#core/document';
import { PROJECTS } from '#core/project';
import { Button, ComboBox, Disclosure, LengthField, useService, useTranslate } from '#core/react';
import { NEW_VALUES } from '#plugins/work/attributes/api';
import { contourObjects, SURFACES } from '../model/surface-desk.ts';
import { useAttempt } from './useAttempt.ts';

/** Contours at an interval, on the map and as objects. */
export const ContoursPart = observer(function ContoursPart({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslate('surfaces');
  const desk = useService(SURFACES);
  const projects = useService(PROJECTS);
  const newValues = useService(NEW_VALUES);
  const project = projects.current;
  const [interval, setInterval] = useState<number | undefined>(1);
  const [typeName, setTypeName] = useState<string | null>(null);
  const { attempt, isBusy } = useAttempt();
  const types = [...(project?.types.values() ?? [])].filter(
    ({ geometryType }) => geometryType === null || geometryType === 'LineString',
  );
  const [isNone, setNone] = useState(false);
  const show = () =>
    attempt(async () => {
      await desk.contour(interval!);
      setNone(desk.shown.length === 0);
    });
  const make = () =>
    attempt(() => {
      const fields = project!.types.get(typeName!)?.fields ?? [];
      const objects = contourObjects(desk.shown, typeName!, fields);
      const values = { count: objects.length };
      newValues.perform(project!, add(objects), {
        code: 'contours',
        label: 'surfaces:step.contours',
        values,
      });
      return Promise.resolve();
    });
  return (
    <Disclosure title={t('contours')}>
      <div className="surfaces">
        <LengthField label={t('interval')} value={interval} min={0.001} max={1000} onChange={setInterval} />
        <Button size="s" isDisabled={interval === undefined || isBusy} onPress={() => void show()}>
          {t('contours.show')}
        </Button>
        {desk.shown.length > 0 && <p role="status">{t('contours.count', { count: desk.shown.length })}</p>}
        {isNone && <p role="status">{t('contours.none')}</p>}
        {mayWrite && desk.shown.length > 0 && (
          <>
            <ComboBox
              label={t('contours.type')}
              options={types.map(({ name }) => ({ value: name, title: name }))}
              value={typeName}
              onChange={setTypeName}
            />
            <Button size="s" isDisabled={typeName === null || isBusy} onPress={() => void make()}>
              {t('contours.make', { count: desk.shown.length })}
            </Button>
          </>
        )}
      </div>
    </Disclosure>
  );
});
