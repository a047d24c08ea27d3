import { observer } from 'mobx-react-lite';
import { MAX_FORMULA } from '#core/protocol';
import { TextArea, useService, useTranslate } from '#core/react';
import { SEARCH } from '../model/search.ts';

/** The expression that objects must hold for. */
export const ExpressionField = observer(function ExpressionField() {
  const t = useTranslate('selection-tools');
  const search = useService(SEARCH);
  const { expression, problem } = search;
  return (
    <TextArea
      label={t('expression')}
      description={t('expression.help', { example: "kind = 'oak' and height > 10" })}
      value={expression}
      onChange={(next) => search.change({ expression: next })}
      error={problem && t(`expression.${problem.kind}`, { part: problem.part })}
      maxLength={MAX_FORMULA}
      rows={3}
      isRequired
      autoFocus
    />
  );
});
