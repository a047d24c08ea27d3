import { observer } from 'mobx-react-lite';
import { Switch, useObservable, useService, useTranslate } from '#core/react';
import { TOOLS } from '#core/tools';
import { VERTEX_EDITING } from '../model/vertex-editing.ts';
import './SharedSwitch.css';

/** Shown over the map while editing vertices: whether shared vertices of neighbours move, too. */
export const SharedSwitch = observer(function SharedSwitch() {
  const t = useTranslate('modify');
  const editing = useService(VERTEX_EDITING);
  const tools = useService(TOOLS);
  const active = useObservable(tools.active$, tools.active);
  if (active?.id !== 'modify.vertices') return null;
  return (
    <div className="shared-switch">
      <Switch isSelected={editing.shared} onChange={(shared) => editing.setShared(shared)}>
        {t('shared')}
      </Switch>
    </div>
  );
});
