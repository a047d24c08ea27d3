import { observer } from 'mobx-react-lite';
import { onDemand, useService } from '#core/react';
import { ASKED_VALUES } from '../model/new-values.ts';

const NewValuesBox = onDemand(() => import('./NewValuesBox.tsx'));

/** Asks for new values of unique fields when objects are copied. */
export const NewValuesDialog = observer(function NewValuesDialog() {
  const asked = useService(ASKED_VALUES);
  const { question } = asked;
  if (!question) return null;
  const drop = () => asked.drop();
  return (
    <NewValuesBox
      question={question}
      onAnswer={(values) => asked.answer(values)}
      onDrop={drop}
      onLost={drop}
    />
  );
});
