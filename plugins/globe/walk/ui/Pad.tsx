import { VIEWS } from '#core/mapview';
import {
  Button,
  Icon,
  IconButton,
  LengthField,
  ToolPopup,
  useObservable,
  useService,
  useSetting,
  useTranslate,
} from '#core/react';
import { TOOLS } from '#core/tools';
import { WalkSession } from '../model/walk-session.ts';
import type { WalkDirection } from '../model/walker.ts';
import './pad.css';

const ARROWS: readonly { way: WalkDirection; path: string }[] = [
  { way: 'turn-left', path: 'M8 5 4 9l4 4M4 9h9a6 6 0 0 1 6 6v4' },
  { way: 'forward', path: 'M12 20V4M5 11l7-7 7 7' },
  { way: 'turn-right', path: 'M16 5l4 4-4 4M20 9h-9a6 6 0 0 0-6 6v4' },
  { way: 'left', path: 'M20 12H4M11 5l-7 7 7 7' },
  { way: 'back', path: 'M12 4v16M5 13l7 7 7-7' },
  { way: 'right', path: 'M4 12h16M13 5l7 7-7 7' },
];

/** Buttons to walk without a keyboard, the eye height, and the way back. */
export default function Pad() {
  const tools = useService(TOOLS);
  const active = useObservable(tools.active$, tools.active);
  return active?.session instanceof WalkSession ? <Walking key={active.id} session={active.session} /> : null;
}

function Walking({ session }: { session: WalkSession }) {
  const t = useTranslate('walk');
  const views = useService(VIEWS);
  const { busy } = useObservable(session.state$, session.state);
  const [eye, setEye] = useSetting('eyeHeight3D');
  return (
    <ToolPopup title={t('tool.walk')} aside="" onEscape={() => views.active?.focus()}>
      <LengthField
        label={t('eye')}
        min={0.1}
        max={100}
        step={0.1}
        value={eye}
        onChange={(next) => next !== undefined && setEye(next)}
      />
      {busy && (
        <>
          <div className="walk-pad" role="group" aria-label={t('pad')}>
            {ARROWS.map(({ way, path }) => (
              <IconButton
                key={way}
                label={t(`way.${way}`)}
                icon={<Icon name={{ path }} />}
                onPressStart={() => session.go(way)}
                onPressEnd={() => session.rest(way)}
              />
            ))}
          </div>
          <Button onPress={() => session.cancel()}>{t('leave')}</Button>
        </>
      )}
    </ToolPopup>
  );
}
