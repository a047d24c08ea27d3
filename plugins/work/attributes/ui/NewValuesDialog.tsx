import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { PROMPTED_VALUES } from '../model/new-values.ts';

const NewValuesBox = onDemand(() => import('./NewValuesBox.tsx'));

/** Asks for new values of unique fields when objects are copied. */
export const NewValuesDialog = observer(function NewValuesDialog() {
  const asked = useService(PROMPTED_VALUES);
  const { question } = asked;
  if (!question) return null;
  const drop = () => asked.close();
  return (
    <NewValuesBox
      question={question}
      onAnswer={(values) => asked.answer(values)}
      onDrop={drop}
      onLoadError={drop}
    />
  );
});
