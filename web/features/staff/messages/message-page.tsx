import { useParams } from 'react-router';
import { messageId } from '#server/staff/messages/message.schema.ts';
import { MESSAGE_STATES } from '#server/staff/messages/message-list.shared.ts';
import { formatInstant } from '#web/features/staff/kit/format-cell.tsx';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { Facts, StaffDetail, StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffQuery } from '#web/features/staff/kit/staff-query.tsx';
import { Timeline } from '#web/features/staff/kit/timeline.tsx';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import layout from '#web/ui/styles/layout.module.css';
import classes from './messages.module.css';

export function MessagePage() {
  const { id = '' } = useParams();
  const query = trpc.staff.messages.detail.useQuery({ id });
  return (
    <StaffQuery query={query}>
      {(message) => (
        <StaffDetail
          section="messages"
          title={`${message.kind} from ${message.name}`}
          subtitle={MESSAGE_STATES[message.state]}
          actions={<MessageActions id={id} state={message.state} />}
        >
          <StaffSection title="Message">
            <Facts
              rows={[
                ['Name', message.name],
                [
                  'Email',
                  <a key="email" href={`mailto:${message.email}`}>
                    {message.email}
                  </a>,
                ],
                ['Received', formatInstant(message.receivedAt)],
                ...(message.suspicion === null ? [] : [['Looks like spam', message.suspicion] as const]),
              ]}
            />
            <dl className={classes.fields}>
              {message.fields.map(({ label, value }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd className={layout.preformatted}>{value}</dd>
                </div>
              ))}
            </dl>
          </StaffSection>
          <StaffSection title="Timeline">
            <Timeline entries={message.timeline} />
          </StaffSection>
        </StaffDetail>
      )}
    </StaffQuery>
  );
}

interface MessageActionsProps {
  id: string;
  state: RouterOutputs['staff']['messages']['detail']['state'];
}

/** The only action in each state. */
const ACTIONS = {
  open: { label: 'Mark as answered', name: 'answer' },
  answered: { label: 'Mark as open', name: 'reopen' },
  suspected: { label: 'Accept message', name: 'release' },
} as const;

function MessageActions({ id, state }: MessageActionsProps) {
  const { label, name } = ACTIONS[state];
  const action = useStaffClient().staff.messages[name];
  return (
    <StaffAction
      // Not keyed by the state, so that the result stays open after the state has changed.
      label={label}
      schema={messageId}
      initial={{ id }}
      action={action}
    />
  );
}
