import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Link, useI18n, useObservable, useTranslate } from '#core/react';
import type { LoneCloud } from '#plugins/cloud/point-cloud/api';
import { Notes } from '../model/notes.ts';
import { Tape } from '../model/tape.ts';
import { Note } from './Note.tsx';
import { PhoneTools, type PhoneTool } from './PhoneTools.tsx';
import { Reading } from './Reading.tsx';
import { useNotesOnView } from './useNotesOnView.ts';
import { useTapeOnView } from './useTapeOnView.ts';
import { WalkPad } from './WalkPad.tsx';

/** On top of the points: the name of the cloud, what is measured, and the tools. */
export const OnCloud = observer(function OnCloud({ cloud }: { cloud: LoneCloud }) {
  const { view } = cloud;
  const mode = useObservable(view.mode$, view.mode);
  const tape = useMemo(() => new Tape(cloud), [cloud]);
  const notes = useMemo(() => new Notes(cloud), [cloud]);
  const [tool, setTool] = useState<PhoneTool>();
  const isMeasuring = tool === 'measure';
  const isWriting = tool === 'write';
  useTapeOnView(view, tape, isMeasuring);
  useNotesOnView(view, notes, isWriting);
  useEffect(() => {
    if (!isWriting) notes.clear();
  }, [isWriting, notes]);
  useEffect(() => {
    if (!isMeasuring) tape.clear();
  }, [isMeasuring, tape]);
  return (
    <>
      <Name cloud={cloud} />
      <div className="mobile-cloud-below">
        {mode === 'walk' && <WalkPad view={view} />}
        {isMeasuring && <Reading tape={tape} crs={cloud.isPlaced ? view.crs : undefined} unit={view.unit} />}
        <Note notes={notes} isWriting={isWriting} />
        <PhoneTools cloud={cloud} mode={mode} tool={tool} mayWrite={notes.mayWrite} onTool={setTool} />
      </div>
    </>
  );
});

function Name({ cloud: { name, stage, view, isPlaced, placeAt } }: { cloud: LoneCloud }) {
  const t = useTranslate('mobile-cloud');
  const i18n = useI18n();
  const [shown] = useObservable(stage.clouds$, stage.clouds);
  const { points } = useObservable(view.drawn$, { points: 0, spacing: undefined });
  return (
    <header className="mobile-cloud-name">
      <h1>{name}</h1>
      {shown?.state === 'failed' ? (
        <p className="g-error" role="alert">
          {t('stopped')} {shown.reason}
        </p>
      ) : (
        <p className="g-muted g-figures" role="status">
          {shown?.state === 'loading' ? t('loading') : t('points', { points: i18n.number(points) })}
        </p>
      )}
      {!isPlaced && (
        <p>
          {t('unplaced')} {placeAt !== undefined && <Link href={placeAt}>{t('unplaced.place')}</Link>}
        </p>
      )}
    </header>
  );
}
