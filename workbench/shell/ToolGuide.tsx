import { Button, useI18n, useObservable, useService, useTouch, useTranslate } from '#core/react';
import { parseKeys, TOOLS, type ToolSession } from '#core/tools';

const BACKSPACE = parseKeys('Backspace');

/** The next step of the active tool and how to finish, with buttons for people without a keyboard. */
export function ToolGuide() {
  const tools = useService(TOOLS);
  const active = useObservable(tools.active$, tools.active);
  return <div className="shell-guide">{active && <Guide key={active.id} session={active.session} />}</div>;
}

function Guide({ session }: { session: ToolSession }) {
  const t = useTranslate('shell');
  const i18n = useI18n();
  const state = useObservable(session.state$, session.state);
  const context = useTouch();
  const hint = i18n.t(state.hint, { ...state.hintValues, context });
  return (
    <>
      {/* Where the line is too short for the hint, its tooltip shows all of it. */}
      <span className="shell-guide-hint" role="status" title={hint}>
        {hint}
      </span>
      {state.busy && (
        <span className="shell-guide-buttons">
          <Button size="s" onPress={() => session.cancel()}>
            {t('tool.cancel')}
          </Button>
          {state.canTakeBack && (
            <Button size="s" onPress={() => session.key?.(BACKSPACE)}>
              {t('tool.take-back')}
            </Button>
          )}
          <Button
            size="s"
            variant="primary"
            isDisabled={!state.canComplete}
            onPress={() => session.complete()}
          >
            {t('tool.done')}
          </Button>
        </span>
      )}
    </>
  );
}
