import { observer } from 'mobx-react-lite';
import type { Pixel } from '#core/mapview';
import { Disclosure, useI18n, useProjectable, useService, useSetting, useTranslate } from '#core/react';
import { SETTINGS } from '#core/settings';
import { MEASURE_STORAGE, type Measure, MEASURES } from '../model/measures.ts';
import { measureText } from '../model/measure-text.ts';
import { textsOf } from '../model/texts.ts';
import { BubbleFrame, type BubblePlacement } from './BubbleFrame.tsx';
import { KeepButton } from './KeepButton.tsx';
import { MeasureParts } from './MeasureParts.tsx';
import { OperationNote } from './OperationNote.tsx';

interface BubbleProps {
  measure: Measure;
  /** Undefined until placed. */
  place: BubblePlacement | undefined;
  box: (element: HTMLElement | null) => void;
  drag: (offset: Pixel) => void;
  close: () => void;
  fold: (folded: boolean) => void;
}

/** The result of a measurement. */
export const Bubble = observer(function Bubble({ measure, ...frame }: BubbleProps) {
  const t = useTranslate('measure-2d');
  const i18n = useI18n();
  const settings = useService(SETTINGS);
  const measures = useService(MEASURES);
  const keeping = useService(MEASURE_STORAGE);
  useSetting('units');
  const [workingCrs] = useSetting('workingCrs');
  useProjectable(workingCrs);
  const text = measureText(measure, textsOf(i18n, settings, measures));
  const keep = <KeepButton id={measure.id} stored={measure.stored === true} keeping={keeping} />;
  return (
    <BubbleFrame {...frame} text={text} folded={measure.folded === true} actions={keep}>
      {text.others.map((line) => (
        <p key={line} className="measure-second">
          {line}
        </p>
      ))}
      <p className="measure-basis">{text.basis}</p>
      {text.operations.map((operation) => (
        <OperationNote key={operation.text} operation={operation} />
      ))}
      <MeasureParts measure={measure} />
      {text.segments.length > 1 && (
        <More title={t('bubble.segments', { count: text.segments.length })} lines={text.segments} numbered />
      )}
      {text.factors.length > 0 && <More title={t('bubble.factors')} lines={text.factors} />}
    </BubbleFrame>
  );
});

/** Details shown on request. */
function More({ title, lines, numbered }: { title: string; lines: readonly string[]; numbered?: boolean }) {
  const List = numbered ? 'ol' : 'ul';
  return (
    <Disclosure title={title}>
      <List className="measure-segments">
        {lines.map((line, i) => (
          <li key={i}>{line}</li>
        ))}
      </List>
    </Disclosure>
  );
}
