import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { Button, useService } from '#core/react';
import { BIM_SELECTION } from '#plugins/bim/bim-viewer/api';
import { SHOWN_RESULT } from '../model/shown-result.ts';

interface ElementButtonProps {
  modelId: string;
  element: { readonly globalId: string; readonly class: string; readonly name: string | null };
  children?: ReactNode;
}

/** Leads to an element: chooses it, colours it and moves there. */
export const ElementButton = observer(function ElementButton({
  modelId,
  element,
  children,
}: ElementButtonProps) {
  const shown = useService(SHOWN_RESULT);
  const selection = useService(BIM_SELECTION);
  const { globalId, class: kind, name } = element;
  return (
    <Button
      size="s"
      variant="quiet"
      className="bck-element"
      aria-pressed={shown.shown === globalId}
      onPress={() => {
        selection.set([{ modelId, globalId }]);
        shown.showElement(modelId, globalId);
      }}
    >
      <span>
        {name ?? globalId} <small className="g-muted">{kind}</small>
      </span>
      {children}
    </Button>
  );
});
