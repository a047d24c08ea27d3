import { observer } from 'mobx-react-lite';
import { PAPER_SIDE, PAPERS, type PaperName } from '#core/protocol';
import { paperSize } from '#core/sheets';
import { Disclosure, NumberField, Select, useService, useTranslate } from '#core/react';
import { SHEET_DESK } from '../model/sheet-desk.ts';

const OWN = 'own';
const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** Paper, orientation and margins. */
export const PaperPart = observer(function PaperPart() {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const { layout } = desk;
  const { paper } = layout;
  const [width, height] = paperSize(layout);
  const choose = (name: string) => {
    if (name !== OWN) desk.change({ paper: name as PaperName });
    else desk.change({ paper: { width, height } });
  };
  const names = Object.keys(PAPERS).map((name) => ({ value: name, title: name }));
  return (
    <section className="sheet-part" aria-label={t('paper')}>
      <div className="sheet-fields">
        <Select
          label={t('paper')}
          value={typeof paper === 'string' ? paper : OWN}
          options={[...names, { value: OWN, title: t('paper.own') }]}
          onChange={choose}
        />
        {typeof paper === 'string' && (
          <Select
            label={t('orientation')}
            value={layout.orientation}
            options={(['portrait', 'landscape'] as const).map((value) => ({
              value,
              title: t(`orientation.${value}`),
            }))}
            onChange={(value) => desk.change({ orientation: value as typeof layout.orientation })}
          />
        )}
      </div>
      {typeof paper !== 'string' && (
        <div className="sheet-fields">
          {(['width', 'height'] as const).map((side) => (
            <NumberField
              key={side}
              label={t(`paper.${side}`)}
              unit="mm"
              value={paper[side]}
              min={PAPER_SIDE.least}
              max={PAPER_SIDE.most}
              onChange={(value) => value !== undefined && desk.change({ paper: { ...paper, [side]: value } })}
            />
          ))}
        </div>
      )}
      <Disclosure title={t('margins')}>
        <div className="sheet-fields sheet-four">
          {SIDES.map((side) => (
            <NumberField
              key={side}
              label={t(`margins.${side}`)}
              unit="mm"
              value={layout.margins[side]}
              min={0}
              max={100}
              onChange={(value) => desk.change({ margins: { ...layout.margins, [side]: value ?? 0 } })}
            />
          ))}
        </div>
      </Disclosure>
    </section>
  );
});
