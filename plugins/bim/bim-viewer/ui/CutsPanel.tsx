import { observer } from 'mobx-react-lite';
import { sentenceOf } from '#core/kernel';
import { Button, saveFile, useObservable, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { BIM_VIEWS, type BimView } from '../api.ts';
import { ViewDrawing } from './DrawingFiles.tsx';
import { SectionBox } from './SectionBox.tsx';
import { SectionPlanes } from './SectionPlanes.tsx';
import { StoreyPlans } from './StoreyPlans.tsx';
import './panels.css';

/** Cuts through the models: planes, a box, plans of storeys; and drawings of them. */
export default observer(function CutsPanel() {
  const t = useTranslate('bim-viewer');
  const views = useService(BIM_VIEWS);
  const view = useObservable(views.current$, views.current);
  if (!view) return <p className="g-muted">{t('cuts.no-view')}</p>;
  return (
    <div className="bim-panel">
      <StoreyPlans view={view} />
      <SectionPlanes view={view} />
      <SectionBox view={view} />
      <ViewDrawing view={view} />
      <Picture view={view} />
    </div>
  );
});

function Picture({ view }: { view: BimView }) {
  const t = useTranslate('bim-viewer');
  const toasts = useService(TOASTS);
  const save = () =>
    view.picture().then(
      (picture) => saveFile(picture, 'model.png'),
      (failure: unknown) => toasts.show('error', sentenceOf(failure)),
    );
  return (
    <Button size="s" onPress={() => void save()}>
      {t('picture')}
    </Button>
  );
}
