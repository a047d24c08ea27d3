import { observer } from 'mobx-react-lite';
import { sentenceOf } from '#core/kernel';
import { Button, Slider, useI18n, useObservable, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { BIM_STAGE, type BimView } from '../api.ts';
import { storeyPlane } from '../model/cutting.ts';
import { MODEL_FINDER } from '../model/finding.ts';
import { ROOM_NAMES } from '../model/rooms.ts';

/** Metres. */
const MOST_APART = 15;

/** The storeys of the model: each as a plan, or all drawn apart. */
export const StoreyPlans = observer(function StoreyPlans({ view }: { view: BimView }) {
  const t = useTranslate('bim-viewer');
  const i18n = useI18n();
  const finder = useService(MODEL_FINDER);
  const stage = useService(BIM_STAGE);
  const rooms = useService(ROOM_NAMES);
  const toasts = useService(TOASTS);
  const { storeys, modelId } = finder;
  if (!modelId || storeys.length === 0) return null;
  const plan = (storey: (typeof storeys)[number]) => {
    const zero = view.placed(modelId, [0, 0, 0]);
    if (!zero) return;
    stage.change({ planes: [storeyPlane(storey, zero)], box: undefined, apart: 0 });
    view.setMode('plan');
    view.lookAtAll();
    rooms
      .show(modelId, storey.globalId)
      .catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  };
  return (
    <section>
      <h4>{t('storeys')}</h4>
      <ul className="bim-rows" aria-label={t('storeys')}>
        {storeys.map((storey) => (
          <li key={storey.globalId}>
            <Button size="s" variant="quiet" className="bim-row" onPress={() => plan(storey)}>
              <span>{storey.name ?? storey.globalId}</span>
              <small className="g-muted g-figures">
                {storey.elevation === null
                  ? ''
                  : t('metres', {
                      value: i18n.number(storey.elevation, {
                        minimumFractionDigits: 2,
                        maximumFractionDigits: 2,
                        signDisplay: 'exceptZero',
                      }),
                    })}
              </small>
            </Button>
          </li>
        ))}
      </ul>
      {storeys.length > 1 && <StoreysApart />}
    </section>
  );
});

/** Draws storeys apart, to look between them. */
function StoreysApart() {
  const t = useTranslate('bim-viewer');
  const stage = useService(BIM_STAGE);
  const { apart } = useObservable(stage.look$, stage.look);
  return (
    <>
      <Slider
        label={t('apart')}
        minValue={0}
        maxValue={MOST_APART}
        step={0.5}
        formatOptions={{ style: 'unit', unit: 'meter' }}
        value={apart}
        onChange={(metres) => stage.change({ apart: metres })}
      />
      {apart > 0 && <p className="g-muted">{t('apart.help')}</p>}
    </>
  );
}
