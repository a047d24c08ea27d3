import { observer } from 'mobx-react-lite';
import { PAPER_SIDE } from '#core/protocol';
import { Button, NumberField, Select, useService, useTranslate } from '#core/react';
import { firstPlace, kindOf, type PlaceKey } from '../model/places.ts';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { usePlaceTitle } from './usePlaceTitle.ts';

const SIDES = ['x', 'y', 'width', 'height'] as const;

/** Where a frame or a part is on the paper, typed in millimetres. */
export const PlacePart = observer(function PlacePart() {
  const t = useTranslate('sheet');
  const titleOf = usePlaceTitle();
  const desk = useService(SHEET_DESK);
  const { placed, plan, chosen } = desk;
  const item = placed.find(({ key }) => key === chosen) ?? placed[0];
  if (!plan || !item) return null;
  const { key, box, byHand } = item;
  const isText = kindOf(key) === 'text';
  return (
    <div className="sheet-part">
      <Select
        label={t('places.part')}
        value={key}
        options={placed.map((each) => ({ value: each.key, title: titleOf(each.key) }))}
        onChange={(value) => desk.pick(value as PlaceKey)}
      />
      {box ? (
        <div className="sheet-fields sheet-four">
          {SIDES.slice(0, isText ? 2 : 4).map((side) => (
            <NumberField
              key={side}
              label={t(`places.${side}`)}
              unit="mm"
              value={box[side]}
              min={0}
              max={PAPER_SIDE.most}
              digits={1}
              onChange={(value) => value !== undefined && desk.place(key, { ...box, [side]: value })}
            />
          ))}
        </div>
      ) : (
        <p className="g-muted">{t('places.in-panel')}</p>
      )}
      <div className="sheet-actions">
        {!box && (
          <Button size="s" onPress={() => desk.place(key, firstPlace(plan))}>
            {t('places.by-hand')}
          </Button>
        )}
        {byHand && !isText && (
          <Button size="s" onPress={() => desk.place(key, undefined)}>
            {t('places.by-sheet')}
          </Button>
        )}
      </div>
    </div>
  );
});
