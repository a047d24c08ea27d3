import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { ProjectSurface, SurfaceVolumes } from '#core/protocol';
import {
  Button,
  Disclosure,
  LengthField,
  Select,
  Spinner,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { SURFACES } from '../model/surface-desk.ts';
import { useAttempt } from './useAttempt.ts';

const HEIGHT = 'height';

/** Cut and fill against a height, or against another surface. */
export const VolumesPart = observer(function VolumesPart({ surface }: { surface: ProjectSurface }) {
  const t = useTranslate('surfaces');
  const i18n = useI18n();
  const desk = useService(SURFACES);
  const [base, setBase] = useState(HEIGHT);
  const [height, setHeight] = useState<number | undefined>(Math.floor(surface.low));
  const [result, setResult] = useState<{ of: string | number; volumes: SurfaceVolumes }>();
  const { attempt, isBusy } = useAttempt();
  const others = (desk.surfaces ?? []).filter(({ id, crs }) => id !== surface.id && crs === surface.crs);
  const under = others.find(({ id }) => id === base);
  const n = (value: number) => i18n.number(value, { maximumFractionDigits: 2 });
  const of = under?.id ?? height;
  const volumes = result?.of === of ? result?.volumes : undefined;
  const compute = () =>
    attempt(async () => {
      const computed = await desk.volumes(surface, under ?? height!);
      setResult({ of: of!, volumes: computed });
    });
  return (
    <Disclosure title={t('volumes')}>
      <div className="surfaces">
        <Select
          label={t('base')}
          options={[
            { value: HEIGHT, title: t('base.height') },
            ...others.map(({ id, name }) => ({ value: id, title: name })),
          ]}
          value={under ? base : HEIGHT}
          onChange={setBase}
        />
        {!under && (
          <LengthField
            label={t('base.height')}
            value={height}
            min={-20_000}
            max={20_000}
            onChange={setHeight}
          />
        )}
        <Button size="s" isDisabled={of === undefined || isBusy} onPress={() => void compute()}>
          {t('volumes.compute')}
        </Button>
        {isBusy && <Spinner />}
        {volumes && (
          <p role="status">
            {t('volumes.result', { cut: n(volumes.cut), fill: n(volumes.fill), area: n(volumes.area) })}
          </p>
        )}
      </div>
    </Disclosure>
  );
});
