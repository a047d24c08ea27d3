import { observer } from 'mobx-react-lite';
import { PAPER_SIDE, type SheetLayout } from '#core/protocol';
import {
  Button,
  Checkbox,
  Icon,
  IconButton,
  NumberField,
  TextArea,
  useService,
  useTranslate,
} from '#core/react';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { Variables } from './Variables.tsx';

const MAX_TEXTS = 20;

/** Texts anywhere on the paper. */
export const TextsPart = observer(function TextsPart() {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const { texts, margins } = desk.layout;
  const set = (n: number, part: Partial<SheetLayout['texts'][number]>) =>
    desk.change({ texts: texts.map((one, m) => (m === n ? { ...one, ...part } : one)) });
  return (
    <div className="sheet-part">
      {texts.length === 0 && <p className="g-muted">{t('texts.none')}</p>}
      {texts.map((one, n) => (
        <div key={n} className="sheet-text">
          <TextArea
            label={t('text.number', { number: n + 1 })}
            value={one.text}
            rows={2}
            maxLength={500}
            onChange={(text) => set(n, { text })}
          />
          <div className="sheet-fields sheet-three">
            {(['x', 'y'] as const).map((axis) => (
              <NumberField
                key={axis}
                label={t(`text.${axis}`)}
                unit="mm"
                value={one[axis]}
                min={0}
                max={PAPER_SIDE.most}
                onChange={(value) => set(n, { [axis]: value ?? 0 })}
              />
            ))}
            <NumberField
              label={t('text.size')}
              unit="pt"
              value={one.size}
              min={4}
              max={144}
              onChange={(size) => size !== undefined && set(n, { size })}
            />
          </div>
          <div className="sheet-actions">
            <Checkbox isSelected={one.strong ?? false} onChange={(strong) => set(n, { strong })}>
              {t('text.strong')}
            </Checkbox>
            <IconButton
              label={t('text.remove', { number: n + 1 })}
              size="s"
              icon={<Icon name="trash" />}
              onPress={() => desk.change({ texts: texts.filter((_, m) => m !== n) })}
            />
          </div>
        </div>
      ))}
      <div className="sheet-actions">
        <Button
          size="s"
          icon={<Icon name="plus" />}
          isDisabled={texts.length >= MAX_TEXTS}
          onPress={() =>
            desk.change({
              texts: [...texts, { text: '', x: margins.left + 10, y: margins.top + 10, size: 12 }],
            })
          }
        >
          {t('text.add')}
        </Button>
      </div>
      {texts.length > 0 && <Variables />}
    </div>
  );
});
