import { LengthField, NumberField, Switch, useObservable, useService, useTranslate } from '#core/react';
import { BIM_SELECTION, BIM_STAGE, type BimView, type CutBox } from '../api.ts';
import { MODEL_FINDER } from '../model/finding.ts';

/** Metres that it leaves free around the model, both sides together: faces in the planes of a cut would flicker. */
const FREE = 0.2;

/** The box that cuts the models: around the chosen elements, or the model. */
export function SectionBox({ view }: { view: BimView }) {
  const t = useTranslate('bim-viewer');
  const stage = useService(BIM_STAGE);
  const selection = useService(BIM_SELECTION);
  const finder = useService(MODEL_FINDER);
  const chosen = useObservable(selection.elements$, selection.elements);
  const { box } = useObservable(stage.look$, stage.look);
  const around = async () => {
    const found = chosen.length > 0 ? await view.elements.boxOf(chosen) : undefined;
    const { middle, size, rotation } = view.extentOf(finder.modelId);
    const [length, width, height] = size;
    const whole = [length + FREE, width + FREE, height + FREE] as const;
    stage.change({ box: found ?? { center: middle, size: whole, turn: rotation } });
  };
  const change = (part: Partial<CutBox>) => box && stage.change({ box: { ...box, ...part } });
  const AXES = ['east', 'north', 'up'] as const;
  return (
    <section>
      <h4>{t('box')}</h4>
      <Switch
        isSelected={box !== undefined}
        onChange={(on) => (on ? void around() : stage.change({ box: undefined }))}
      >
        {chosen.length > 0 ? t('box.around-chosen') : t('box.around')}
      </Switch>
      {box && (
        <>
          <div className="bim-triple">
            {AXES.map((axis, i) => (
              <LengthField
                key={axis}
                label={t(`box.center.${axis}`)}
                digits={2}
                step={0.1}
                value={box.center[i]}
                onChange={(value) =>
                  value !== undefined &&
                  change({ center: box.center.with(i, value) as unknown as CutBox['center'] })
                }
              />
            ))}
          </div>
          <div className="bim-triple">
            {AXES.map((axis, i) => (
              <LengthField
                key={axis}
                label={t(`box.size.${axis}`)}
                min={0.01}
                digits={2}
                step={0.1}
                value={box.size[i]}
                onChange={(value) =>
                  value !== undefined &&
                  change({ size: box.size.with(i, value) as unknown as CutBox['size'] })
                }
              />
            ))}
          </div>
          <NumberField
            label={t('box.turn')}
            unit="°"
            value={box.turn}
            onChange={(turn) => turn !== undefined && change({ turn })}
          />
        </>
      )}
    </section>
  );
}
