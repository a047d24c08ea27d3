import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { PROJECTS } from '#core/project';
import { VIEWS } from '#core/mapview';
import { Disclosure, ErrorPanel, useObservable, useService, useTranslate } from '#core/react';
import { SHEET_DESK } from '../model/sheet-desk.ts';
import { AtlasPart } from './AtlasPart.tsx';
import { ContentsPart } from './ContentsPart.tsx';
import { FramePart } from './FramePart.tsx';
import { OutputPart } from './OutputPart.tsx';
import { PagePicture } from './PagePicture.tsx';
import { PaperPart } from './PaperPart.tsx';
import { PlacePart } from './PlacePart.tsx';
import { TemplatePart } from './TemplatePart.tsx';
import { TextsPart } from './TextsPart.tsx';
import { firstTitleBlock, TitlePart } from './TitlePart.tsx';
import './sheet.css';

/** Prepares a sheet: paper, frames on the map, contents; shows it, and has the server draw it. */
export default observer(function SheetPanel() {
  const t = useTranslate('sheet');
  const desk = useService(SHEET_DESK);
  const views = useService(VIEWS);
  const projects = useService(PROJECTS);
  const project = useObservable(projects.current$, projects.current);
  const view = useObservable(views.active$, views.active);
  useEffect(() => {
    if (project && view) desk.open(view.camera.center, firstTitleBlock(t));
  }, [desk, project, view, t]);
  useEffect(() => () => desk.close(), [desk]);
  return (
    <div className="sheet-panel">
      <TemplatePart />
      <PagePicture />
      <Disclosure title={t('places')}>
        <PlacePart />
      </Disclosure>
      {!desk.plan && (
        <p className="g-error" role="alert">
          {t('no-room')}
        </p>
      )}
      {!desk.hasSomething && (
        <p className="g-error" role="alert">
          {t('no-layers')}
        </p>
      )}
      {desk.failure !== undefined && (
        <ErrorPanel
          title={t('crs.failed')}
          error={desk.failure}
          onRetry={() => void desk.setCrs(desk.crs!)}
        />
      )}
      <PaperPart />
      <FramePart />
      <Disclosure title={t('contents')}>
        <ContentsPart />
      </Disclosure>
      <Disclosure title={t('title-block')}>
        <TitlePart />
      </Disclosure>
      <Disclosure title={t('texts')}>
        <TextsPart />
      </Disclosure>
      <Disclosure title={t('atlas')}>
        <AtlasPart />
      </Disclosure>
      <OutputPart />
    </div>
  );
});
