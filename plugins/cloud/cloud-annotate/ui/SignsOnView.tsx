import { autorun } from 'mobx';
import { useEffect } from 'react';
import { PANELS } from '#core/plugin';
import { useObservable, useService } from '#core/react';
import { CLOUD_VIEWS } from '#plugins/cloud/point-cloud/api';
import { SHOW_SIGNS } from '../api.ts';
import { CLOUD_ANNOTATIONS } from '../model/annotations.ts';

/** The signs of what is found, on the open view; a click shows one in the panel. */
export function SignsOnView() {
  const views = useService(CLOUD_VIEWS);
  const annotations = useService(CLOUD_ANNOTATIONS);
  const showSigns = useService(SHOW_SIGNS);
  const panels = useService(PANELS);
  const view = useObservable(views.current$, views.current);
  useEffect(() => {
    if (!view) return;
    void annotations.read();
    const signs = showSigns(view, ({ id }) => {
      annotations.choose(id);
      panels.open('cloud-annotate.panel');
    });
    const stop = autorun(() => signs.show(annotations.found, annotations.chosen));
    return () => {
      stop();
      signs.dispose();
    };
  }, [view, annotations, showSigns, panels]);
  return null;
}
