import { observer } from 'mobx-react-lite';
import {
  Icon,
  ToggleButton,
  Toolbar,
  ToolbarSeparator,
  useContributions,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import type { CaptureSession } from '#core/sketch';
import { TOOLS } from '#core/tools';
import { CONSTRAINTS, DRAFTING, isLedAlong, LEADS } from '../model/drafting.ts';
import './DraftingBar.css';

/** Shown over the map while drawing: the constraint of the next segment and its reference. */
export function DraftingBar() {
  const tools = useService(TOOLS);
  const drafting = useService(DRAFTING);
  const active = useObservable(tools.active$, tools.active);
  const { session } = drafting;
  return session?.request.drafts ? <Bar key={active?.id} session={session} /> : null;
}

const Bar = observer(function Bar({ session }: { session: CaptureSession }) {
  const t = useTranslate('drafting');
  const drafting = useService(DRAFTING);
  const commands = useContributions('commands').filter(({ plugin }) => plugin === 'drafting');
  const lead = useObservable(session.path.lead$, session.path.lead$.value);
  const constraint = useObservable(session.path.constraint$, session.path.constraint$.value);
  const toggle = (name: string, isSelected: boolean, press: () => void) => {
    const { keys, icon } = commands.find(({ id }) => id === `drafting.${name}`) ?? {};
    return (
      <ToggleButton
        key={name}
        label={t(`command.${name}`)}
        icon={<Icon name={icon ?? 'line'} />}
        keys={keys}
        size="s"
        isSelected={isSelected}
        onChange={() => {
          press();
          session.request.context.view.focus();
        }}
      />
    );
  };
  return (
    <div className="drafting-bar" data-keep-clear>
      <Toolbar label={t('bar')}>
        {isLedAlong(session) && (
          <>
            {LEADS.map((name) => toggle(name, lead?.id === name, () => drafting.lead(name)))}
            <ToolbarSeparator />
            {CONSTRAINTS.map((kind) =>
              toggle(kind, constraint?.kind === kind, () => drafting.constrain(kind)),
            )}
            <ToolbarSeparator />
          </>
        )}
        {toggle('construct', drafting.construction !== undefined, () => drafting.construct())}
      </Toolbar>
    </div>
  );
});
