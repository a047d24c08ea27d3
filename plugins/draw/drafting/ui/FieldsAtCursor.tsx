import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent } from 'react';
import { VIEWS } from '#core/mapview';
import { onDemand, useObservable, useService } from '#core/react';
import { TOOLS } from '#core/tools';
import { PRECISE } from '../model/typing.ts';

const Fields = onDemand(() => import('./Fields.tsx'));

/** Tab opens the fields for exact values at the cursor while drawing or measuring. */
export const FieldsAtCursor = observer(function FieldsAtCursor() {
  const tools = useService(TOOLS);
  const views = useService(VIEWS);
  const precise = useService(PRECISE);
  const active = useObservable(tools.active$, tools.active);
  const view = useObservable(views.active$, views.active);
  const { isOpen } = precise;
  const session = active?.session.capture;

  const tabbed = useEffectEvent((event: KeyboardEvent) => {
    // The tool has handled its own keys by now. Shift+Tab always moves the focus, so that nobody is trapped.
    if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey || event.defaultPrevented)
      return;
    // Before the first vertex and after the last, Tab moves the focus as usual.
    if (!session || session.path.vertices.length === 0) return;
    if (isOpen || !isOnMap(document.activeElement)) return;
    event.preventDefault();
    precise.open();
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => tabbed(event);
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  useEffect(() => () => precise.close(), [precise, active?.id]);

  if (!session || !view || !isOpen) return null;
  const close = () => {
    precise.close();
    view.focus();
  };
  return <Fields key={active?.id} session={session} view={view} onClose={close} onLoadError={close} />;
});

/** Tab pressed elsewhere on the page moves the focus as usual. */
function isOnMap(element: Element | null): boolean {
  return element?.getAttribute('role') === 'application';
}
