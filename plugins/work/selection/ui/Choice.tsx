import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { VIEWS } from '#core/mapview';
import { onDemand, useObservable, useService } from '#core/react';
import { CHOICE } from '../model/choice.ts';

const ChoiceList = onDemand(() => import('./ChoiceList.tsx'));

/** Asks which object is meant where several lie under the pointer. */
export const Choice = observer(function Choice() {
  const choice = useService(CHOICE);
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const { question } = choice;
  useEffect(() => () => choice.close(), [choice]);
  if (!view || !question) return null;
  const close = () => choice.close();
  return (
    <ChoiceList
      key={question.at.join()}
      view={view}
      choice={choice}
      question={question}
      onLoadError={close}
    />
  );
});
